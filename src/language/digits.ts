/**
 * From digits as people group them to plain decimal digits, or a refusal. A separator that could mean two
 * things is never bent into one of them (SPEC S4: `24,24.7` and `1.,23` are refused).
 */

interface Decimal {
  /** Plain digits with at most one point: what `toMinor` of kernel/money takes. */
  readonly decimal: string;
  /** The separator was read the less usual way ("12,50"): worth a question. */
  readonly soft: boolean;
}

/**
 * @param written   digits with `.` and `,` in them, no sign
 * @param dotGroups whether a point groups thousands in this currency ("20.000" rupiah)
 * @returns null when the text is no number that can only mean one thing
 */
export function readDecimal(written: string, dotGroups: boolean): Decimal | null {
  if (written.length > 24 || /^0\d/.test(written)) return null;
  if (/^\d+$/.test(written)) return { decimal: written, soft: false };
  if (/^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(written))
    return { decimal: written.replaceAll(",", ""), soft: false };
  if (/^\d{1,3}(\.\d{3})+,\d{1,2}$/.test(written) || /^\d{1,3}(\.\d{3}){2,}$/.test(written)) {
    return { decimal: written.replaceAll(".", "").replace(",", "."), soft: false };
  }
  if (dotGroups && /^\d{1,3}\.\d{3}$/.test(written))
    return { decimal: written.replace(".", ""), soft: false };
  if (/^\d+\.\d{1,3}$/.test(written)) return { decimal: written, soft: false };
  if (/^\d+,\d{1,2}$/.test(written)) return { decimal: written.replace(",", "."), soft: true };
  return null;
}

/** Moves the point of plain decimal digits `places` to the right: "1.5" by 3 is "1500". */
export function shiftDecimal(decimal: string, places: number): string {
  const [whole = "0", fraction = ""] = decimal.split(".");
  const moved = `${fraction.slice(0, places).padEnd(places, "0")}`;
  const rest = fraction.slice(places);
  const digits = `${whole}${moved}`.replace(/^0+(?=\d)/, "");
  return rest === "" ? digits : `${digits}.${rest}`;
}
