/**
 * The lock of the embedded data directory. PGlite has none: two processes on one directory lose rows in
 * silence. A file names the process by pid and start time, so that a lock left by a killed process, even one
 * whose pid has been given to another program, is recognised and replaced.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MamaError } from "../kernel/errors.ts";

export interface DirectoryLock {
  release(): void;
}

/** When a process started, as the kernel counts it; null when there is no such process, "" when it is not told. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command name may hold spaces and brackets; the fields after its last bracket are fixed: 22nd = start.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    try {
      process.kill(pid, 0);
      return "";
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "EPERM" ? "" : null;
    }
  }
}

function isAlive(holder: string): boolean {
  const [pid = "", start = ""] = holder.split(" ");
  const running = /^\d+$/.test(pid) ? startOf(Number(pid)) : null;
  if (running === null) return false;
  return running === "" || start === "" || running === start;
}

/**
 * Takes the lock of a data directory.
 * @throws MamaError("data_dir_locked") naming the process that has it
 */
export function lockDirectory(dataDir: string): DirectoryLock {
  const path = join(dataDir, "lock");
  const mine = `${process.pid} ${startOf(process.pid) ?? ""}`;
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      createWhole(path, mine);
      return {
        release: () => {
          if (readHolder(path) === mine) rmSync(path, { force: true });
        },
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = readHolder(path);
    if (isAlive(holder)) {
      const message = `another Mama (process ${holder.split(" ")[0]}) is using ${dataDir}; stop it, or set MAMA_DATA_DIR to another directory`;
      throw new MamaError("data_dir_locked", message);
    }
    moveStaleLockAway(path, holder, mine);
  }
  throw new MamaError("data_dir_locked", `another Mama is starting on ${dataDir}; try again in a moment`);
}

/** Linking a finished file into place is atomic, so nobody ever sees a lock without its holder. */
function createWhole(path: string, content: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Renaming is atomic: of two processes that find the same stale lock, one moves it and the other finds it gone. */
function moveStaleLockAway(path: string, holder: string, mine: string): void {
  const aside = `${path}.stale-${mine.replace(" ", "-")}`;
  try {
    renameSync(path, aside);
    // If it changed hands in between, what was moved is somebody's live lock: put it back.
    const moved = readFileSync(aside, "utf8");
    if (moved !== holder) writeFileSync(path, moved, { flag: "wx" });
    rmSync(aside, { force: true });
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
