/** Types of the part that tests use; the package has none. */
declare module '@customcommander/ris' {
  const ris: {
    /** One record per citation, with values by tag; null if the text is not RIS. Lines must end with LF. */
    read(text: string): Record<string, unknown[]>[] | null;
  };
  export default ris;
}
