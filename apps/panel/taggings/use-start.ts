import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newKey } from '../api/idempotency/new-key.js';
import { startTagging, taggings, type NewTagging, type Tagging } from '../api/users/taggings.js';
import { useApplication } from '../session/application.js';

/** Begins to give a tag or to take it off; the lists on the page show it then. */
export function useStart(onStarted: (tagging: Tagging) => void) {
  const { app } = useApplication();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: NewTagging) => startTagging(app.key, wanted, newKey()),
    onSuccess: onStarted,
    onSettled: () => client.invalidateQueries({ queryKey: taggings(app.key).queryKey }),
  });
}
