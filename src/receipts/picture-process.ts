/**
 * One process that looks at pictures, one at a time. Whatever a picture does to it (crash, hang, eat the memory), it is this
 * process that goes, and the next picture has a new one. It has no secret in its environment and keeps nobody alive.
 */
import { type ChildProcess, fork } from "node:child_process";
import type { Answer, Job } from "./ocr/port.ts";

/** Why a picture was not answered. */
export type Failure = "crashed" | "hung" | "unavailable" | "closed";

export interface ProcessOptions {
  /** The module that runs in the process. */
  readonly file: string;
  /** That may compute at once. */
  readonly threads: number;
  /** How long one picture may take; ms. */
  readonly patienceMs: number;
  /** How long the start of the process may take before that; ms. */
  readonly startMs: number;
}

/** What a process needs of ours: where programs and temporary files are. */
const PASSED_ON = ["PATH", "SystemRoot", "TMPDIR", "TEMP", "TMP", "LD_LIBRARY_PATH"];
/** Pictures and tensors lie outside the heap; what is inside is small. */
const ARGUMENTS = ["--max-old-space-size=512", "--no-warnings"];

function environment(): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(passed);
}

type Message = Answer | { readonly ready: true };

interface Waiting {
  readonly resolve: (answer: Answer | Failure) => void;
  timer: NodeJS.Timeout;
}

export class PictureProcess {
  private readonly options: ProcessOptions;
  private readonly child: ChildProcess;
  private waiting: Waiting | undefined;
  private ready = false;
  /** Pictures that it was given. */
  looked = 0;
  /** It was ended, or ended by itself. */
  gone = false;

  constructor(options: ProcessOptions) {
    this.options = options;
    this.child = fork(options.file, [String(options.threads)], {
      execArgv: ARGUMENTS,
      env: environment(),
      serialization: "advanced",
      // What native code prints is nobody's business: stdout carries replies, stderr logs.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.child.on("message", (message: Message) => this.hear(message));
    this.child.on("error", () => this.fail(this.ready ? "crashed" : "unavailable"));
    this.child.on("exit", () => this.fail(this.ready ? "crashed" : "unavailable"));
    this.rest();
  }

  /** One at a time; never rejects. */
  look(job: Job): Promise<Answer | Failure> {
    if (this.gone) return Promise.resolve("closed");
    this.looked += 1;
    return new Promise((resolve) => {
      this.waiting = {
        resolve,
        timer: this.fails(this.ready ? this.options.patienceMs : this.options.startMs),
      };
      this.child.ref();
      this.child.channel?.ref();
      this.child.send(job, (error) => {
        if (error !== null) this.fail(this.ready ? "crashed" : "unavailable");
      });
    });
  }

  /** Ends it at once; a picture in work is answered with "closed". */
  end(): void {
    this.fail("closed");
  }

  private fails(afterMs: number): NodeJS.Timeout {
    return setTimeout(() => this.fail("hung"), afterMs);
  }

  private hear(message: Message): void {
    if ("ready" in message) {
      this.ready = true;
      if (this.waiting === undefined) return;
      clearTimeout(this.waiting.timer);
      this.waiting.timer = this.fails(this.options.patienceMs);
      return;
    }
    this.settle(message);
  }

  private fail(failure: Failure): void {
    if (!this.gone) this.child.kill("SIGKILL");
    this.gone = true;
    this.settle(failure);
  }

  private settle(outcome: Answer | Failure): void {
    const { waiting } = this;
    this.waiting = undefined;
    clearTimeout(waiting?.timer);
    this.rest();
    waiting?.resolve(outcome);
  }

  /** Nothing of it keeps our process alive while no picture is in work. */
  private rest(): void {
    this.child.unref();
    this.child.channel?.unref();
  }
}
