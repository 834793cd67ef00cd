/** What a user's corrections taught (SPEC S4): exact rules from a merchant or thing to a category. */
import type { Scope } from "../kernel/types.ts";
import { first, type Tx } from "./sql.ts";

export interface CategoryRule {
  readonly id: string;
  /** Normalised: lower case, single spaces. */
  readonly phrase: string;
  readonly category: string;
}

/** The form in which a merchant or description is kept and looked up. */
export function rulePhrase(words: string): string {
  return words.toLowerCase().replace(/\s+/g, " ").trim();
}

/** All rules of this user, by phrase. */
export function listRules(tx: Tx, scope: Scope): Promise<CategoryRule[]> {
  return tx.query<CategoryRule>(
    "SELECT id, phrase, category FROM category_rule WHERE user_id = $1 ORDER BY phrase",
    [scope.userId],
  );
}

export async function findRule(tx: Tx, scope: Scope, phrase: string): Promise<CategoryRule | null> {
  return first<CategoryRule>(
    tx,
    "SELECT id, phrase, category FROM category_rule WHERE user_id = $1 AND phrase = $2",
    [scope.userId, phrase],
  );
}

/** Keeps a rule; one that is there for the same phrase gets the new category and keeps its id. */
export async function saveRule(
  tx: Tx,
  scope: Scope,
  rule: CategoryRule,
  nowMs: number,
): Promise<CategoryRule> {
  const row = await first<CategoryRule>(
    tx,
    `INSERT INTO category_rule (id, org_id, user_id, phrase, category, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (user_id, phrase) DO UPDATE SET category = EXCLUDED.category RETURNING id, phrase, category`,
    [rule.id, scope.orgId, scope.userId, rule.phrase, rule.category, new Date(nowMs).toISOString()],
  );
  return row ?? rule;
}

/** Forgets a rule; null when it was not there. */
export async function removeRule(tx: Tx, scope: Scope, phrase: string): Promise<CategoryRule | null> {
  return first<CategoryRule>(
    tx,
    "DELETE FROM category_rule WHERE user_id = $1 AND phrase = $2 RETURNING id, phrase, category",
    [scope.userId, phrase],
  );
}
