// Numbers as text.
export function number(x, digits = 4) {
  if (!Number.isFinite(x)) return "–";
  const size = Math.abs(x);
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) {
    const [mantissa, exponent] = x.toExponential(Math.max(0, digits - 2)).split("e");
    return `${minus(String(Number(mantissa)))}·10${raised(Number(exponent))}`;
  }
  return minus(String(Number(x.toPrecision(digits))));
}

function minus(text) {
  return text.replace("-", "−");
}

function raised(exponent) {
  return [...String(exponent)].map((c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)])).join("");
}

export function grouped(x) {
  return String(x).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}
