import { useEffect, useRef, useState } from 'react';
import type { FileSource } from '../../api/client.js';
import { readFile, type FileProgress } from '../../api/files.js';
import { Refusal } from '../../api/refusals/refusal.js';
import { download } from '../download.js';

export type SavingState = 'saving' | 'saved' | 'stopped' | 'brokenOff' | { fault: string };

/** Reads a file and hands it to the browser when it is whole. Leaving the screen ends it, and so does a stop. */
export function useSaving() {
  const [state, setState] = useState<SavingState>();
  const [progress, setProgress] = useState<FileProgress>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (source: FileSource, name: string): Promise<void> => {
    const asking = new AbortController();
    running.current = asking;
    setState('saving');
    setProgress(undefined);
    try {
      download(await readFile(source, asking.signal, setProgress), name);
      setState('saved');
    } catch (error) {
      const refusal = error instanceof Refusal && !error.isOffline ? error : undefined;
      setState(asking.signal.aborted ? 'stopped' : refusal ? { fault: refusal.message } : 'brokenOff');
    }
  };
  return { state, progress, save, stop: () => running.current?.abort() };
}
