/** The part that tests use; the package has no types. */
declare module '@customcommander/ris' {
  const ris: {
    /** One record per citation, its values by tag; null where the text is not RIS. Lines must end with LF. */
    read(text: string): Record<string, unknown[]>[] | null;
  };
  export default ris;
}
