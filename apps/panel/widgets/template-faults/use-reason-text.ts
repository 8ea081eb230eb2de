import { useQuery } from '@tanstack/react-query';
import type { Reason } from '../../api/refusals/refusal.js';
import { useI18n } from '../../i18n/i18n.js';

/**
 * Says faults of templates in the language of the reader; undefined: the server has another fault. The sentences are loaded
 * with the first fault: most texts have none.
 */
export function useReasonText(
  reasons: readonly (Reason | undefined)[],
): (reason: Reason | undefined) => string | undefined {
  const { translation } = useI18n();
  const { data } = useQuery({
    queryKey: ['template faults'],
    queryFn: () => import('./messages.js'),
    enabled: reasons.some((reason) => reason !== undefined),
    staleTime: Infinity,
  });
  const { faults, at } = data?.readFaultMessages(translation) ?? { faults: {}, at: () => '' };
  const sentences: Readonly<Record<string, (...values: string[]) => string>> = faults;
  return (reason) => {
    const { code, values, line, column } = reason ?? { code: '', values: [] };
    const sentence = Object.hasOwn(sentences, code) ? sentences[code]?.(...values) : undefined;
    return sentence === undefined || line === undefined || column === undefined
      ? sentence
      : `${at(String(line), String(column))} ${sentence}`;
  };
}
