// The process that runs a function apart: see apart.ts.

/** A request to it: call an exported function of a module. */
export type Call = { module: string; run: string; given: unknown[] };

/** What the function returned, or the name, message and fields of what it threw. */
export type Done = { returned: unknown } | { threw: { name: string; message: string; fields: object } };

process.on('message', (call: Call) => {
  done(call).then((answer) => process.send!(answer));
});

async function done({ module, run, given }: Call): Promise<Done> {
  try {
    const { [run]: called } = (await import(module)) as Record<string, (...given: unknown[]) => unknown>;
    return { returned: await called!(...given) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
    return { threw: { name, message, fields: JSON.parse(JSON.stringify(error)) } };
  }
}
