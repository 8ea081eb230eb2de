/** Operations of the panel about texts and items, which say nothing of persons. */
export const TEXTS_AND_ITEMS: readonly string[] = [
  'get /apps/{app}/draft-translations',
  'get /apps/{app}/draft-translations/{id}',
  'post /apps/{app}/draft-translations/{id}',
  'get /apps/{app}/series-translations',
  'get /apps/{app}/series-translations/{key}',
  'post /apps/{app}/series-translations/{key}',
  'get /apps/{app}/journey-translations',
  'get /apps/{app}/journey-translations/{name}',
  'post /apps/{app}/journey-translations/{name}',
  'get /apps/{app}/catalogs',
  'get /apps/{app}/catalogs/{name}/items',
];
