/**
 * Mama's text as Telegram's HTML: escaped, and cut into messages *after* rendering, since escaping makes text longer.
 * The little markup that a model uses is understood; all else is text. Tags are closed in the piece that opens them.
 */
import { limits } from "./limits.ts";

type Tag = "b" | "code";

/** A stretch of the plain text that is shown in a special way. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly tag: Tag;
}

const MARKUP = /\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*|`([^`\n]+)`/g;
const HEADING = /^#{1,6} +(.+)$/gm;
const BULLET = /^([ \t]*)[-*] +/gm;
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? character);
}

/** The text without its markup, and where that was. */
function read(text: string): { plain: string; spans: readonly Span[] } {
  const source = text.replace(HEADING, "**$1**").replace(BULLET, "$1• ");
  const spans: Span[] = [];
  let plain = "";
  let done = 0;
  for (const match of source.matchAll(MARKUP)) {
    plain += source.slice(done, match.index);
    const inner = match[1] ?? match[2] ?? "";
    spans.push({
      from: plain.length,
      to: plain.length + inner.length,
      tag: match[1] === undefined ? "code" : "b",
    });
    plain += inner;
    done = match.index + match[0].length;
  }
  return { plain: plain + source.slice(done), spans };
}

/** The stretch [from, to) as HTML. */
function render(plain: string, spans: readonly Span[], from: number, to: number): string {
  let html = "";
  let done = from;
  for (const span of spans) {
    const start = Math.max(span.from, from);
    const end = Math.min(span.to, to);
    if (start >= end) continue;
    html += `${escaped(plain.slice(done, start))}<${span.tag}>${escaped(plain.slice(start, end))}</${span.tag}>`;
    done = end;
  }
  return html + escaped(plain.slice(done, to));
}

/** Where a piece may end, the best first. */
const EDGES = ["\n\n", "\n", ". ", " "] as const;

/** The furthest end whose rendering fits: rendering grows with the text, so that it can be searched by halves. */
function furthest(fits: (to: number) => boolean, from: number, length: number): number {
  let least = from;
  let most = length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** Back from `to` to an edge, unless the piece would be a sliver; never between the halves of one character. */
function edgeBefore(plain: string, from: number, to: number): number {
  for (const edge of EDGES) {
    const at = plain.lastIndexOf(edge, to - edge.trimEnd().length);
    if (at - from >= (to - from) / 2) return at + edge.length;
  }
  return /[\uD800-\uDBFF]/.test(plain[to - 1] ?? "") && to - from > 1 ? to - 1 : to;
}

/**
 * @param text what Mama says
 * @param first the longest first piece in UTF-16 units of HTML: shorter when it is a caption
 * @returns at least one piece of balanced HTML
 */
export function htmlParts(text: string, first: number = limits.longestMessage): readonly string[] {
  const { plain, spans } = read(text);
  const parts: string[] = [];
  let from = 0;
  while (from < plain.length) {
    const most = parts.length === 0 ? first : limits.longestMessage;
    const fits = (to: number): boolean => render(plain, spans, from, to).length <= most;
    const end = Math.max(furthest(fits, from, Math.min(plain.length, from + most)), from + 1);
    const to = end < plain.length ? edgeBefore(plain, from, end) : end;
    const part = render(plain, spans, from, from + plain.slice(from, to).trimEnd().length);
    if (part !== "") parts.push(part);
    from = to;
    while (from < plain.length && /\s/.test(plain[from] ?? "")) from += 1;
  }
  return parts.length > 0 ? parts : [""];
}

const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** One of these pieces without its markup, for when Telegram cannot read it. */
export function plainOf(html: string): string {
  return html
    .replace(/<\/?(?:b|code)>/g, "")
    .replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
}
