/** How far ahead the due times of webhook deliveries are moved on a copied database, until somebody adopts it. */
export const HELD_BY = `interval '1000 years'`;
