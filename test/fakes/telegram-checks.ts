/** What the Bot API refuses: the checks of the fake server, and how it reads a request. */
import type { IncomingMessage } from "node:http";

export type Fields = Readonly<Record<string, unknown>>;

export class ApiRefusal extends Error {
  readonly code: number;
  readonly description: string;
  readonly retryAfter: number | undefined;
  constructor(code: number, description: string, retryAfter?: number) {
    super(description);
    this.code = code;
    this.description = description;
    this.retryAfter = retryAfter;
  }
}

/** The text as a person sees it. Telegram counts its length without markup, and knows few tags. */
export function checkText(text: unknown, parseMode: unknown, longest: number): string {
  const given = String(text ?? "");
  const seen = parseMode === "HTML" ? withoutMarkup(given) : given;
  if (seen.trim() === "" && longest === 4096) throw new ApiRefusal(400, "Bad Request: message text is empty");
  if (seen.length > longest) throw new ApiRefusal(400, "Bad Request: message is too long");
  return seen;
}

function withoutMarkup(html: string): string {
  const open: string[] = [];
  const bare = html.replace(
    /<(\/?)(\w+)>|<|>/g,
    (match, slash: string | undefined, tag: string | undefined) => {
      if (tag === undefined || !["b", "i", "u", "s", "code", "pre"].includes(tag))
        throw new ApiRefusal(400, `Bad Request: can't parse entities: Unsupported start tag "${match}"`);
      if (slash === "") open.push(tag);
      else if (open.pop() !== tag)
        throw new ApiRefusal(400, "Bad Request: can't parse entities: unmatched end tag");
      return "";
    },
  );
  if (open.length > 0) throw new ApiRefusal(400, "Bad Request: can't parse entities: can't find end tag");
  return bare.replace(/&(lt|gt|amp);/g, (_, name: string) => ({ lt: "<", gt: ">", amp: "&" })[name] ?? "");
}

/** The fields of a JSON or multipart request; of files only their names. */
export async function fieldsOf(request: IncomingMessage): Promise<Fields> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString("latin1");
  const boundary = /boundary=(.+)$/.exec(request.headers["content-type"] ?? "")?.[1];
  if (boundary === undefined)
    return body === "" ? {} : (JSON.parse(Buffer.from(body, "latin1").toString()) as Fields);
  const fields: Record<string, unknown> = {};
  for (const part of body.split(`--${boundary}`)) {
    const [, name = "", content = ""] = /name="?([\w-]+)"?[\s\S]*?\r\n\r\n([\s\S]*)\r\n$/.exec(part) ?? [];
    const text = Buffer.from(content, "latin1").toString();
    if (name !== "")
      fields[name] = /filename=/.test(part.slice(0, 300))
        ? "(a file)"
        : /^[[{]/.test(text)
          ? JSON.parse(text)
          : text;
  }
  return fields;
}
