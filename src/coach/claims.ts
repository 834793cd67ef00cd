/** A reply that says it did something (SPEC S12): the coach can only read, so it is not true. */
import phrases from "./data/claims.json" with { type: "json" };
import type { Fault } from "./fault.ts";
import { anyOf } from "./patterns.ts";

const CLAIMS = anyOf(phrases.done);

/** The first claim of having acted, or null. */
export function claims(reply: string): Fault | null {
  const match = CLAIMS.exec(reply);
  return match && { kind: "claim", text: match[0], at: match.index };
}
