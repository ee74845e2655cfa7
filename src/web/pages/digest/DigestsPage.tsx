/** Every digest the reader has had, with a search over them. */
export function DigestsPage() {
  return (
    <main>
      <h1>Email digests</h1>
    </main>
  );
}
