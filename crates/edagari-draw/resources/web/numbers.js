
// Numbers as people type them, in the forms that the grader reads (typed_number.rs): "inf", "-inf", a whole number, or a fraction in lowest
// terms such as "-17/2"; null for other texts.
const typedNumber = (() => {
  const FRACTIONS = { "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5", "⅙": "1/6",
    "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8" };
  // One form of full-width letters, dashes, spaces and fractions.
  const plain = (text) =>
    text
      .replace(/[\u200b-\u200f\u2060\ufeff]/g, "")
      .replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
      .replace(/[‐-—−﹣ー]/g, "-")
      .replace(/[⁄∕÷]/g, "/")
      .replace(/[¼-¾⅓-⅞]/g, (letter) => ` ${FRACTIONS[letter] || letter}`)
      .replace(/\s+/g, " ")
      .trim()
      .toLowerCase();
  const LARGEST = 2n ** 63n;

  function reduced(negative, above, below) {
    if (below === 0n || above >= LARGEST) return null;
    let common = above, rest = below < 0n ? -below : below;
    while (rest > 0n) [common, rest] = [rest, common % rest];
    if (below < 0n) common = -common;
    const numerator = (negative ? -above : above) / common, denominator = below / common;
    return denominator === 1n ? String(numerator) : `${numerator}/${denominator}`;
  }

  return (typed) => {
    const [, sign, number] = /^([-+]?) *(.*)$/s.exec(plain(typed));
    const negative = sign === "-";
    if (/^(inf|infinity|infty|oo|∞)$/.test(number)) return negative ? "-inf" : "inf";
    const quotient = /^(?:(\d+) )?(\d+) *\/ *(-?)(\d+)$/.exec(number);
    if (quotient) {
      const [, whole, ...parts] = quotient, above = BigInt(parts[0]), below = BigInt(parts[2]);
      if (whole === undefined) return reduced(negative, above, parts[1] ? -below : below);
      // A mixed number such as 8 1/2.
      return !parts[1] && above < below ? reduced(negative, BigInt(whole) * below + above, below) : null;
    }
    const decimal = /^(\d{1,3}(?: \d{3})+|\d*)(?:[.,](\d*))?$/.exec(number);
    const [, whole, decimals = ""] = decimal || [null, "", ""];
    const digits = whole.replace(/ /g, "") + decimals;
    return digits ? reduced(negative, BigInt(digits), 10n ** BigInt(decimals.length)) : null;
  };
})();
