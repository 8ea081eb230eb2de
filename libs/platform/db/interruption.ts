/**
 * Runs work that another connection can end. It returns after the order to end has reached the server, so that the order
 * never meets a later statement of the connection.
 *
 * @param cancel  ends the work
 * @throws the reason of the signal
 */
export async function cancelOnAbort<R>(
  signal: AbortSignal,
  work: () => Promise<R>,
  cancel: () => Promise<unknown>,
): Promise<R> {
  signal.throwIfAborted();
  let cancelling: Promise<unknown> | undefined;
  const stop = (): void => {
    cancelling = cancel().catch(() => undefined);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    await cancelling;
  }
}

/** Tests if work ended because of a signal, its own or that of another who waited for the same. */
export function isInterruption(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError');
}
