/**
 * Whether anything answers at an address within `ms` milliseconds, be it an error: one request without a body.
 * For a line at the start of the server only; it promises nothing about the next request.
 */
export async function isReachable(address: string, userAgent: string, ms: number): Promise<boolean> {
  try {
    await fetch(address, {
      method: 'HEAD',
      redirect: 'manual',
      headers: { 'user-agent': userAgent },
      signal: AbortSignal.timeout(ms),
    });
    return true;
  } catch (error) {
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
      return false;
    throw error;
  }
}
