import { config } from 'zod';

// The content security policy forbids parsers that are compiled at run time. Even the attempt would be reported.
config({ jitless: true });
