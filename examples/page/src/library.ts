// The library in the page: unpacks it, keeps a worker that answers, and takes the worker away from
// questions that nobody waits for any more.
import { gunzipSync } from "fflate";
import type { FromWorker, ToWorker } from "./worker";

export interface Progress {
  of: string;
  done: number;
  wanted: number;
}

export interface Asking {
  signal?: AbortSignal;
  progress?: (how: Progress) => void;
}

/// A browser that cannot run the library; the message is for the user.
export class NoBrowser extends Error {}
/// The question was taken back.
export class Stopped extends Error {}

/// The smallest module that needs the vectors of 128 bits (i8x16.splat).
const needsVectors = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/// What the page carries under a name, unpacked.
function unpack(name: string): Uint8Array {
  const text = atob(document.getElementById(name)!.textContent!.trim());
  const packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
  return gunzipSync(packed);
}

interface Packed {
  module: WebAssembly.Module;
  worker: string; // address of its source
}

async function compile(): Promise<Packed> {
  if (typeof WebAssembly !== "object") {
    throw new NoBrowser("This browser has no WebAssembly, or it is turned off. Any browser from 2018 on has it.");
  }
  if (document.documentElement.dataset.library === "vectors" && !WebAssembly.validate(needsVectors)) {
    throw new NoBrowser("This browser has no WebAssembly with vectors, as browsers have from 2023 on. Open warodds-plain.html, which does without.");
  }
  try {
    const source = [unpack("glue"), unpack("worker")] as BlobPart[];
    const worker = URL.createObjectURL(new Blob(source, { type: "text/javascript" }));
    return { module: await WebAssembly.compile(unpack("wasm") as BufferSource), worker };
  } catch (error) {
    throw new NoBrowser(`This browser cannot run the library (${String(error)}). A newer one can.`);
  }
}

const compiled = compile();
compiled.catch(() => {});

interface Job extends Asking {
  number: number;
  question: string;
  settle: (answer: string) => void;
  fail: (error: Error) => void;
}

/// A worker and the questions before it.
export class Library {
  private worker: Worker | undefined;
  private waiting: Job[] = [];
  private running: Job | undefined;
  private numbers = 0;

  /// The line that answers a line, as `warodds ask` has it.
  ask(question: string, asking: Asking = {}): Promise<string> {
    return new Promise((settle, fail) => {
      if (asking.signal?.aborted) return fail(new Stopped());
      const job: Job = { ...asking, number: ++this.numbers, question, settle, fail };
      asking.signal?.addEventListener("abort", () => this.drop(job));
      this.waiting.push(job);
      void this.next();
    });
  }

  private async next(): Promise<void> {
    if (this.running || this.waiting.length === 0) return;
    const job = (this.running = this.waiting.shift()!);
    try {
      this.worker ??= await this.start();
    } catch (error) {
      this.running = undefined;
      job.fail(error as Error);
      return void this.next();
    }
    if (this.running !== job) return void this.next(); // dropped meanwhile
    this.worker.postMessage({ number: job.number, question: job.question } satisfies ToWorker);
  }

  private async start(): Promise<Worker> {
    const { module, worker } = await compiled;
    const started = new Worker(worker);
    started.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    started.onerror = (event) => this.end(new Error(event.message || "the worker ended"));
    started.postMessage({ module } satisfies ToWorker);
    return started;
  }

  private hear(message: FromWorker): void {
    const job = this.running;
    if ("ready" in message || !job || message.number !== job.number) return;
    if ("of" in message) return job.progress?.(message);
    if ("broken" in message) return this.end(new Error(message.broken));
    this.running = undefined;
    job.settle(message.answer);
    void this.next();
  }

  /// Nobody waits for this job any more. One that is being worked on can only be ended with its worker.
  private drop(job: Job): void {
    job.fail(new Stopped());
    if (this.running === job) return this.end(new Stopped());
    this.waiting = this.waiting.filter((other) => other !== job);
  }

  private end(error: Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    const job = this.running;
    this.running = undefined;
    job?.fail(error);
    void this.next();
  }
}

/// Resolves when the library can answer; fails with NoBrowser.
export const whenReady: Promise<unknown> = compiled;
