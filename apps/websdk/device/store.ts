/** What this browser knows of itself at one site. Pages and the service worker share it. */
export interface Device {
  /** Where the gateway is, without a slash at its end. */
  base: string;
  /** The js key of the application. */
  key: string;
  /** Name of the header that carries the key. */
  header: string;
  installationId?: string;
  secret?: string;
  /** The subscription as the gateway was told last; absent: none. */
  token?: string;
  /** When the gateway was told last, in epoch milliseconds. */
  toldAt?: number;
}

/** A report that did not get through yet. */
export interface Report {
  operation: string;
  body: object;
  /** Epoch milliseconds. */
  at: number;
}

const DATABASE = 'herald';
/** One record, under a number. */
const DEVICE = 'device';
const REPORTS = 'reports';
const ONLY = 1;

/** IndexedDB is what pages and service workers have in common; unlike localStorage no tab blocks another. */
async function inStore<T>(
  name: typeof DEVICE | typeof REPORTS,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await opened();
  try {
    const transaction = database.transaction(name, mode);
    const request = work(transaction.objectStore(name));
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Storage failed')));
    });
    return request.result;
  } finally {
    database.close();
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(DEVICE);
      request.result.createObjectStore(REPORTS, { autoIncrement: true });
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('Storage cannot be opened')));
  });
}

export const readDevice = (): Promise<Device | undefined> =>
  inStore<Device | undefined>(DEVICE, 'readonly', (store) => store.get(ONLY));

export async function writeDevice(device: Device): Promise<void> {
  await inStore(DEVICE, 'readwrite', (store) => store.put(device, ONLY));
}

export async function keepReport(report: Report): Promise<void> {
  await inStore(REPORTS, 'readwrite', (store) => store.add(report));
}

/** Takes all reports that wait; in one transaction, so that each is taken once. */
export const takeReports = (): Promise<Report[]> =>
  inStore<Report[]>(REPORTS, 'readwrite', (store) => {
    const all = store.getAll();
    store.clear();
    return all;
  });
