import { fillDocument } from './rendered.ts';

const installation = {
  baseUrl: 'https://litwatch.example',
  supportEmail: 'help@litwatch.example',
  operatorName: 'Smith & "Sons" <LLC>',
  postalAddress: '1 Main Street, $& Town',
};

test('every placeholder is filled in, wherever it is', () =>
  expect(
    fillDocument(
      '<link href="%BASE_URL%/terms"><a href="mailto:%SUPPORT_EMAIL%">%SUPPORT_EMAIL%</a>',
      installation,
    ),
  ).toBe(
    '<link href="https://litwatch.example/terms"><a href="mailto:help@litwatch.example">help@litwatch.example</a>',
  ));

test('a name with HTML characters is escaped', () =>
  expect(fillDocument('%OPERATOR_NAME%, %POSTAL_ADDRESS%', installation)).toBe(
    'Smith &amp; &quot;Sons&quot; &lt;LLC&gt;, 1 Main Street, $&amp; Town',
  ));
