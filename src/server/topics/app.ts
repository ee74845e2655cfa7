import type { AccountsApp } from '#accounts/app.ts';
import type { AiApp } from '#ai/app.ts';
import type { SearchApp } from '#search/app.ts';

/** What topics need: accounts, the search engine and models. */
export type TopicsApp = AccountsApp & SearchApp & AiApp;
