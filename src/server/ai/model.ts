/** The configured model servers; null where none is configured, and the built-in path does the job. */
export interface Models {
  /** Name shown to the reader as "written by {name}". */
  chat: { name: string } | null;
  embed: { name: string; dimensions: number | null; embed(texts: string[]): Promise<Float32Array[]> } | null;
}
