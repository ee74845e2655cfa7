/** One digest as an article of its own. */
export function DigestPage() {
  return (
    <main>
      <h1>Research Digest</h1>
    </main>
  );
}
