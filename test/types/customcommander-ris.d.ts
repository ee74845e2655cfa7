/** The part that tests read with; the package brings no types. */
declare module '@customcommander/ris' {
  const ris: {
    /** A record a reference, its values by tag; null where the text is not RIS. Lines end with LF alone. */
    read(text: string): Record<string, unknown[]>[] | null;
  };
  export default ris;
}
