/** How the parts of a process are doing, for /health (SPEC S13). */
import type { Adapter, AdapterHealth } from "../kernel/ports.ts";

/** What there is to look at. */
export interface Parts {
  /** Whether the database answers; must not throw. */
  answers(): Promise<boolean>;
  /** Why the scheduler is late; null when it is not. */
  scheduler(): string | null;
  readonly adapters: readonly Pick<Adapter, "platform" | "health" | "route">[];
}

export interface Health {
  readonly live: true;
  readonly ready: boolean;
  /** Why a part is not ready; empty when all are. */
  readonly reasons: Readonly<Record<string, string>>;
  /** How each chat network is doing, by its name; absent when there is none. */
  readonly platforms?: Readonly<Record<string, AdapterHealth>>;
}

/** Looks at every part. */
export async function lookAt({ answers, scheduler, adapters }: Parts): Promise<Health> {
  const platforms: Record<string, AdapterHealth> = {};
  for (const { platform, health } of adapters) if (health) platforms[platform] = health();
  const late = scheduler();
  const reasons: Record<string, string> = {};
  if (!(await answers())) reasons.database = "does not answer";
  if (late) reasons.scheduler = late;
  for (const [platform, { problem }] of Object.entries(platforms)) if (problem) reasons[platform] = problem;
  const ready = Object.keys(reasons).length === 0;
  return { live: true, ready, reasons, ...(Object.keys(platforms).length > 0 && { platforms }) };
}
