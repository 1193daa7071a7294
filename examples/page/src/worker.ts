// The worker: holds the library, answers one question after the other. It runs behind emscripten's
// glue, which defines createWarodds.

interface Library {
  _warodds_ask(question: number, length: number): number;
  _warodds_reply_length(): number;
  _malloc(bytes: number): number;
  _free(place: number): void;
  HEAPU8: Uint8Array;
}

interface Glue {
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
  stdin(): null; // nobody types into a worker
  onProgress(of: string, done: number, wanted: number): void;
}

declare function createWarodds(glue: Glue): Promise<Library>;

/// To the worker: the compiled library once, then questions.
export type ToWorker = { module: WebAssembly.Module } | { number: number; question: string };
/// From the worker: the answer, or how far it has come, or that it cannot go on.
export type FromWorker =
  | { ready: true }
  | { number: number; answer: string }
  | { number: number; of: string; done: number; wanted: number }
  | { number: number; broken: string };

let library: Promise<Library> | undefined;
let current = 0;
let lastTold = 0;
const send = (message: FromWorker) => postMessage(message);

function open(module: WebAssembly.Module): Promise<Library> {
  return createWarodds({
    instantiateWasm(imports, done) {
      void WebAssembly.instantiate(module, imports).then(done);
      return {};
    },
    stdin: () => null,
    onProgress(of, done, wanted) {
      const now = performance.now();
      if (now - lastTold < 50) return; // no more than anybody can see
      lastTold = now;
      send({ number: current, of, done, wanted });
    },
  });
}

function ask(of: Library, question: string): string {
  const bytes = new TextEncoder().encode(question);
  const place = of._malloc(bytes.length + 1);
  of.HEAPU8.set(bytes, place);
  const reply = of._warodds_ask(place, bytes.length);
  of._free(place);
  return new TextDecoder().decode(of.HEAPU8.subarray(reply, reply + of._warodds_reply_length()));
}

onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) {
    library = open(data.module);
    await library;
    send({ ready: true });
    return;
  }
  const { number, question } = data;
  try {
    const opened = await library!;
    current = number;
    send({ number, answer: ask(opened, question) });
  } catch (error) {
    send({ number, broken: String(error) });
  }
};
