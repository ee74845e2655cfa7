import { dataExport } from './leave.ts';
import { storedData } from './stored.ts';

test('the list of what is stored names every field of the export once', () => {
  const { format: _, exportedAt: __, ...shape } = dataExport.shape;
  expect(storedData.flatMap(({ fields }) => fields).toSorted()).toEqual(Object.keys(shape).toSorted());
});
