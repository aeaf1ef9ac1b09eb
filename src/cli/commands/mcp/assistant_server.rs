//! The server: its description, the list of tools, and their calls.

use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Map, Value};

use super::named_files::NamedFiles;
use super::page::{page, shortened};
use super::refusal::Refusal;
use super::tool_arguments::{CallArguments, schema_of};
use super::tools::{Answer, Request, TOOLS, ToolKind};
use edagari_core::language::Language;
use edagari_core::trace::Progress;

/// Advice for the assistant.
const INSTRUCTIONS: &str = "\
Traces of game-tree searches, recorded step by step. A frame is one step; frames are numbered from 0. Scores are seen from the max \
player. Start with open, then check: it names the first wrong frame. Then look at that frame with frame and why, at nodes with state, \
and look for others with find. A long answer ends with a cursor: call the tool again with it and the same arguments. Files that change \
are read again.";

/// The server of one connection.
#[derive(Debug)]
pub(super) struct AssistantServer {
    work: Arc<Work>,
}

/// Files, settings and the last answer, shared by the threads that answer.
#[derive(Debug)]
struct Work {
    files: NamedFiles,
    language: Language,
    /// The last text with several pages, and its call.
    last: Mutex<Option<PagedAnswer>>,
}

/// Text with several pages, and the call that it answers.
#[derive(Debug)]
struct PagedAnswer {
    tool: &'static str,
    arguments: Map<String, Value>,
    text: String,
}

impl AssistantServer {
    pub(super) fn new(files: NamedFiles, language: Language) -> Self {
        Self { work: Arc::new(Work { files, language, last: Mutex::new(None) }) }
    }
}

impl ServerHandler for AssistantServer {
    fn get_info(&self) -> ServerConfig {
        let itself = Implementation::new("edagari", env!("CARGO_PKG_VERSION")).with_title("Edagari");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(itself)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(listed).collect()))
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = ToolKind::named(&call.name) else {
            let names = TOOLS.iter().map(|tool| tool.name).collect::<Vec<_>>().join(", ");
            let name = shortened(&call.name);
            return Err(ErrorData::invalid_params(
                format!("tool {name}: there is none of this name, expected one of {names}"),
                None,
            ));
        };
        let progress = Arc::new(Progress::default());
        let (work, its_progress) = (Arc::clone(&self.work), Arc::clone(&progress));
        let mut answer =
            tokio::task::spawn_blocking(move || work.call(tool, call.arguments.unwrap_or_default(), &its_progress));
        let answered = tokio::select! {
            answered = &mut answer => answered,
            () = context.ct.cancelled() => {
                progress.cancel();
                answer.await
            }
        };
        let blocks = answered.unwrap_or_else(|_| {
            Err(Refusal::new("a fault of the program itself, please report it; its place is on the standard error"))
        });
        Ok(match blocks {
            Ok(blocks) => CallToolResult::success(blocks),
            Err(refusal) => CallToolResult::error(vec![ContentBlock::text(refusal.sentence())]),
        }
        .into())
    }
}

/// Entry of a tool in the list.
fn listed(tool: &ToolKind) -> Tool {
    let annotations = ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false);
    Tool::new(tool.name, tool.about, schema_of(tool.arguments)).with_annotations(annotations)
}

impl Work {
    /// Answers a call of a tool.
    fn call(
        &self,
        tool: &'static ToolKind,
        given: Map<String, Value>,
        progress: &Progress,
    ) -> Result<Vec<ContentBlock>, Refusal> {
        let mut given = given;
        let arguments = CallArguments::checked(tool.name, tool.arguments, given.clone())?;
        let cursor = arguments.text("cursor").map(str::to_owned);
        given.remove("cursor");
        let text = if let Some(text) = self.cached_answer(tool, &given).filter(|_| cursor.is_some()) {
            text
        } else {
            let request = Request { files: &self.files, arguments: &arguments, language: self.language, progress };
            match tool.answer(&request)? {
                Answer::Text(text) => text,
                Answer::Picture { png, sentence } => {
                    let image = ContentBlock::image(BASE64_STANDARD.encode(png), "image/png");
                    return Ok(vec![image, ContentBlock::text(page(&sentence, None)?.text)]);
                }
            }
        };
        let page = page(&text, cursor.as_deref())?;
        let mut content = vec![ContentBlock::text(page.text)];
        if let Some(next) = page.next {
            content.push(ContentBlock::text(format!(
                "More follows: call {} again with the same arguments and cursor {next}",
                tool.name
            )));
            self.keep(PagedAnswer { tool: tool.name, arguments: given, text });
        }
        Ok(content)
    }

    /// Text of the last long answer, if it answers this call.
    fn cached_answer(&self, tool: &ToolKind, arguments: &Map<String, Value>) -> Option<String> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = last.as_ref().filter(|answer| answer.tool == tool.name && answer.arguments == *arguments)?;
        Some(answer.text.clone())
    }

    fn keep(&self, answer: PagedAnswer) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
    }
}
