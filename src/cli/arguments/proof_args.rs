//! Arguments of a proof-number search.

use crate::cli::CliError;
use crate::cli::arguments::parse::parse_unsigned;
use clap::Args;
use edagari_core::search::{Claim, ProofSetup};
use edagari_core::trace::Process;

/// Help heading of these options.
const PROOF: &str = "Proof-number search (pns, dfpn)";

/// Options of a proof-number search.
#[derive(Debug, Args)]
pub(super) struct ProofArgs {
    /// Claim to prove or disprove: max-wins, max-at-least-draws or score>=N [default: max-wins]
    #[arg(long, value_name = "CLAIM", value_parser = parse_claim, help_heading = PROOF)]
    claim: Option<Claim>,

    /// Stop after N expansions [default: when the claim is proved or disproved]
    #[arg(long, value_name = "N", value_parser = parse_unsigned::<u32>, help_heading = PROOF)]
    expansions: Option<u32>,

    /// With dfpn: raise thresholds by PERCENT above the number of the second child, so that the search switches between moves less often
    /// [default: 0]
    #[arg(long, value_name = "PERCENT", value_parser = parse_unsigned::<u32>, help_heading = PROOF)]
    epsilon: Option<u32>,

    /// With dfpn: nodes of one position share their numbers, as in a transposition table; for games whose positions cannot repeat
    #[arg(long, help_heading = PROOF)]
    proof_table: bool,
}

impl ProofArgs {
    /// Returns the options; an error if one is given and `process` is another search.
    pub(super) fn chosen(&self, process: Process) -> Result<ProofSetup, CliError> {
        if let (None, Some(option)) = (process.proof(), self.given()) {
            return Err(CliError::OfProofAlone { option, process: process.name() });
        }
        Ok(ProofSetup {
            claim: self.claim.unwrap_or_default(),
            expansions: self.expansions.unwrap_or_default(),
            epsilon: self.epsilon.unwrap_or_default(),
            table: self.proof_table,
        })
    }

    /// Name of the first given option, if there is one.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--claim", self.claim.is_some()),
            ("--expansions", self.expansions.is_some()),
            ("--epsilon", self.epsilon.is_some()),
            ("--proof-table", self.proof_table),
        ];
        given.into_iter().find(|&(_, is_given)| is_given).map(|(option, _)| option)
    }
}

fn parse_claim(text: &str) -> Result<Claim, String> {
    text.parse().map_err(|_| "expected max-wins, max-at-least-draws or score>=N, such as score>=7".to_owned())
}
