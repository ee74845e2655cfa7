/** The signed-in reader's desk: search terms, recent digests, preferences, account. */
export function DashboardPage() {
  return (
    <main>
      <h1>Dashboard</h1>
    </main>
  );
}
