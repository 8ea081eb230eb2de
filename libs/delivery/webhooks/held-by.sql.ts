/** Interval by which due times of webhook deliveries are moved ahead on a copied database, until its adoption. */
export const HELD_BY = `interval '1000 years'`;
