/** Opens something for the tests of one file, and closes it after the last of them. */
export async function opened<T extends { close(): unknown }>(opening: Promise<T>): Promise<T> {
  const open = await opening;
  afterAll(async () => {
    await open.close();
  });
  return open;
}
