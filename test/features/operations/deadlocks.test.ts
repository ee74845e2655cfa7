import { eq } from 'drizzle-orm';
import { users } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { addUser } from '#test/rows.ts';
import { type Door, openDoor } from '../accounts/accountsSetup.ts';

describe.runIf(process.env.DATABASE_URL)('deadlocked transactions', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  it('are both completed, because the one that the server aborts runs again', async () => {
    const { app } = door;
    const { id: one } = await addUser(app, 'one@example.org');
    const { id: other } = await addUser(app, 'other@example.org');
    let holders = 0;
    let bothHold = () => {};
    const held = new Promise<void>((resolve) => {
      bothHold = resolve;
    });
    const rename = (ids: string[], suffix: string) =>
      transaction(app, async ({ db }) => {
        for (const id of ids) {
          const [row] = await db.select().from(users).where(eq(users.id, id)).for('update');
          await db
            .update(users)
            .set({ email: suffix + row!.email })
            .where(eq(users.id, id));
          if (++holders === 2) bothHold();
          await held;
        }
      });
    await Promise.all([rename([one, other], 'a'), rename([other, one], 'b')]);
    const emails = await app.db.select({ email: users.email }).from(users);
    // Each transaction changed both rows, once.
    const names = emails.map(({ email }) => email.replace(/^(ab|ba)/, '')).sort();
    expect(names).toEqual(['one@example.org', 'other@example.org']);
  });
});
