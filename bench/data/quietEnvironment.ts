/** Opens `/metrics` of a process with these settings. */
export const metricsToken = 'figures for a bench';
const nobody = 'http://127.0.0.1:9';

/**
 * The environment of a product process whose speed is measured: its own data folder, production mode, and sources
 * that refuse every connection, because the corpus is filled beforehand.
 */
export const quietEnvironment = (folder: string): Record<string, string> => ({
  NODE_ENV: 'production',
  METRICS_TOKEN: metricsToken,
  BASE_URL: 'https://litwatch.example',
  PORT: '0',
  DATA_DIR: folder,
  SESSION_SECRET: 'bench: at least thirty-two characters',
  ...{ PUBMED_URL: nobody, ARXIV_API_URL: nobody, ARXIV_OAI_URL: nobody, BIORXIV_API_URL: nobody },
  EUROPEPMC_URL: nobody,
});
