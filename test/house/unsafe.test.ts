import { globSync, readFileSync } from 'node:fs';

// Things that the code does not do, according to docs/security.md. Each exception has a reason.

interface Claim {
  pattern: RegExp;
  /** Exceptions by file, with reasons. */
  except: Record<string, string>;
}

const claims: Record<string, Claim> = {
  'runs no text as code': { pattern: /\beval\(|new Function\(|node:vm'/, except: {} },
  'starts no other program': {
    pattern: /node:child_process|node:cluster/,
    except: {
      'src/server/platform/transfer/backup.ts': 'tar, on the operator’s command, without a shell',
      'src/server/platform/runtime/apart.ts':
        'Node itself, to parse, without the settings and the right to write',
    },
  },
  'puts no text into a page as HTML': {
    pattern:
      /dangerouslySetInnerHTML|(?:inner|outer)HTML|insertAdjacentHTML|document\.write|\braw\b.*hono|\bconstant\(/,
    except: {
      'src/app/docs/page.ts': 'the style sheet of its own file',
      'src/server/mail/layout/html.ts': 'defines it for the two below',
      'src/server/mail/layout/layout.ts': 'the doctype, the style sheet, and comments for Word',
      'src/server/mail/layout/look.ts': 'classes and styles of its own file',
      'src/web/consent/cookieBanner.ts': 'a constant of its own file',
    },
  },
  'sets no cookie from a page': { pattern: /document\.cookie/, except: {} },
  'stores in the browser by one guarded module': {
    pattern: /\b(?:local|session)Storage\b/,
    except: {
      'src/web/api/storage.ts': 'the module',
      'src/app/pages/prerender.tsx':
        'the script before the first paint, which loads no module, and reads in a try',
    },
  },
  'copies by one guarded module': {
    pattern: /navigator\.clipboard|execCommand/,
    except: { 'src/web/ui/copyText.ts': 'the module' },
  },
  'listens to no other window': { pattern: /addEventListener\('message'|\bonmessage\b/, except: {} },
  'allows no other origin': { pattern: /access-control-allow|hono\/cors/i, except: {} },
  'relaxes no check of a certificate or of HTTP': {
    pattern: /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|insecureHTTPParser/,
    except: {},
  },
  'makes nothing random by Math.random': {
    pattern: /Math\.random\(/,
    except: {
      'src/server/platform/retries.ts': 'spreads pauses',
      'src/server/digests/run/deliver.ts': 'spreads pauses',
    },
  },
  'uses no hash that is broken': {
    pattern: /\bmd5\b|sha-?1\b/i,
    except: {
      'src/server/corpus/works/identity/sameWork.ts': 'keys of titles and names, cut short anyway',
      'src/server/corpus/works/ingest.ts': 'tells whether a record has changed',
      'src/server/corpus/works/stored.ts': 'the same, for signatures',
      'src/features/bounces/server/reports.ts': 'Amazon signs so where the topic was not set to version 2',
    },
  },
};

const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1');
const texts = new Map(files.map((file) => [file, withoutComments(readFileSync(file, 'utf8'))]));

test.each(Object.entries(claims))('code keeps the promise that it %s', (_, { pattern, except }) => {
  const found = [...texts].filter(([, text]) => pattern.test(text)).map(([file]) => file);
  expect(found.sort()).toEqual(Object.keys(except).sort());
});
