/** The state of this browser at one site. Pages and the service worker share it. */
export interface Device {
  /** Base URL of the gateway, without a slash at the end. */
  base: string;
  /** The js key of the application. */
  key: string;
  /** Name of the header that carries the key. */
  header: string;
  installationId?: string;
  secret?: string;
  /** The user that was named last; absent: none, or one of an earlier version of this script. */
  extId?: string;
  /** The last registered subscription; absent: none. */
  token?: string;
  /** Time of the last registration, in epoch milliseconds. */
  toldAt?: number;
}

/** A report that is not sent yet. */
export interface Report {
  operation: string;
  body: object;
  /** Epoch milliseconds. */
  at: number;
}

const DATABASE = 'herald';
/** Store with one record. */
const DEVICE = 'device';
const REPORTS = 'reports';
const DEVICE_KEY = 1;

/** Pages and service workers share IndexedDB; unlike localStorage, no tab blocks another. */
async function withStore<T>(
  name: typeof DEVICE | typeof REPORTS,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openStore();
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

function openStore(): Promise<IDBDatabase> {
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
  withStore<Device | undefined>(DEVICE, 'readonly', (store) => store.get(DEVICE_KEY));

export async function writeDevice(device: Device): Promise<void> {
  await withStore(DEVICE, 'readwrite', (store) => store.put(device, DEVICE_KEY));
}

export async function keepReport(report: Report): Promise<void> {
  await withStore(REPORTS, 'readwrite', (store) => store.add(report));
}

/** Removes and returns all waiting reports, in one transaction, so that each is returned once. */
export const takeReports = (): Promise<Report[]> =>
  withStore<Report[]>(REPORTS, 'readwrite', (store) => {
    const all = store.getAll();
    store.clear();
    return all;
  });
