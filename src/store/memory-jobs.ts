/**
 * Which users the background jobs of memory are to look at, and which process has them (SPEC S11). The state is in the
 * database: a restart does nobody again, and of several workers one has a user. In the system scope.
 */
import type { Scope } from "../kernel/types.ts";
import type { Sql } from "./sql.ts";

export type MemoryJob =
  | {
      readonly name: "summaries";
      /** Messages that make a summary, and summaries that make a longer one. */
      readonly messages: number;
      readonly parts: number;
    }
  | { readonly name: "insights" | "upkeep" };

/** A user in the hands of a job. */
export interface DueUser {
  readonly scope: Scope;
  /** When the last run that came to its end began, ms; null before the first. */
  readonly doneAtMs: number | null;
}

/** Who may have something to do, by the indexes that are there for it. $5 messages, $6 summaries. */
const CANDIDATES: Readonly<Record<MemoryJob["name"], string>> = {
  summaries: `
    SELECT user_id FROM message
      WHERE summary_id IS NULL AND forgotten_at IS NULL AND mode IN ('coaching', 'chat', 'small_talk')
      GROUP BY user_id HAVING count(*) >= $5
    UNION SELECT user_id FROM summary WHERE level = 1 AND parent_id IS NULL
      GROUP BY user_id HAVING count(*) >= $6
    UNION SELECT user_id FROM message WHERE forgotten_at IS NOT NULL AND summary_id IS NOT NULL`,
  insights: "SELECT DISTINCT user_id FROM summary WHERE examined_at IS NULL",
  upkeep: `
    SELECT id AS user_id FROM app_user u WHERE EXISTS (SELECT 1 FROM memory m WHERE m.user_id = u.id)
      OR EXISTS (SELECT 1 FROM insight i WHERE i.user_id = u.id)`,
};

/** $1 job, $2 done before, $3 most, $4 how long, ms. Asked again where another process was quicker. */
function claimText(job: MemoryJob["name"]): string {
  const free = (row: string): string =>
    `(${row}.taken_until IS NULL OR ${row}.taken_until < now()) AND (${row}.done_at IS NULL OR ${row}.done_at < $2::timestamptz)`;
  return `
    INSERT INTO memory_job (user_id, org_id, job, taken_until)
    SELECT u.id, u.org_id, $1, now() + $4::int * interval '1 millisecond'
    FROM (${CANDIDATES[job]}) due JOIN app_user u ON u.id = due.user_id
    LEFT JOIN memory_job j ON j.user_id = u.id AND j.job = $1
    WHERE ${free("j")} ORDER BY j.done_at NULLS FIRST, u.id LIMIT $3
    ON CONFLICT (user_id, job) DO UPDATE SET taken_until = excluded.taken_until WHERE ${free("memory_job")}
    RETURNING org_id, user_id, done_at`;
}

/**
 * Takes users that the job was last done with before `doneBeforeMs`, those that waited longest first.
 * @param holdMs how long they stay with this process unless it ends with them earlier
 */
export async function claimUsers(
  sql: Sql,
  job: MemoryJob,
  claim: { readonly doneBeforeMs: number; readonly most: number; readonly holdMs: number },
): Promise<DueUser[]> {
  const rows = await sql.query<{ org_id: string; user_id: string; done_at: Date | null }>(
    claimText(job.name),
    [
      job.name,
      new Date(claim.doneBeforeMs).toISOString(),
      claim.most,
      claim.holdMs,
      ...(job.name === "summaries" ? [job.messages, job.parts] : []),
    ],
  );
  return rows.map(({ org_id, user_id, done_at }) => ({
    scope: { orgId: org_id, userId: user_id },
    doneAtMs: done_at?.getTime() ?? null,
  }));
}

/** Lets a user go: done as of `doneAtMs`, or, when that is null, as if never taken. */
export async function letUserGo(
  sql: Sql,
  { name }: MemoryJob,
  { scope, doneAtMs }: { readonly scope: Scope; readonly doneAtMs: number | null },
): Promise<void> {
  await sql.query(
    `UPDATE memory_job SET taken_until = NULL, done_at = coalesce($4::timestamptz, done_at)
     WHERE org_id = $1 AND user_id = $2 AND job = $3`,
    [scope.orgId, scope.userId, name, doneAtMs === null ? null : new Date(doneAtMs).toISOString()],
  );
}
