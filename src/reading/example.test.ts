import { entryOf, extract } from './extractive.ts';
import { ground } from './grounding/ground.ts';
import { withReading } from './reading.ts';

const paper = withReading({
  n: 1,
  title: 'Walking and blood pressure: a randomized controlled trial',
  abstract:
    'Hypertension is common in older adults. In a randomized controlled trial, 120 patients with hypertension walked daily or received usual care. After twelve weeks, walking reduced systolic blood pressure by 6 mmHg compared with usual care (p = 0.01).',
});

test('the example of the reading reads a paper, says what it found, and checks what a model says of it', () => {
  const { reading } = paper;
  expect(entryOf(paper)?.text).toMatch(/walking reduced systolic blood pressure by 6 mmHg/i);
  expect(reading.facts).toMatchObject({ design: { name: 'randomized trial' }, n: { value: 120 } });
  expect(extract([paper]).takeaways.get(1)?.paper).toBe(1);

  const quote = 'walking reduced systolic blood pressure by 6 mmHg compared with usual care';
  const said = (text: string) => ground({ paper: 1, text, quote }, [paper]).because;
  expect(said('Walking reduced systolic blood pressure by 6 mmHg compared with usual care.')).toBeNull();
  expect(said('Walking reduced systolic blood pressure by 9 mmHg compared with tea.')).toBe('number');
});
