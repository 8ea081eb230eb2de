/** A relation for statements of others: `app_id` and `offered` of each application that lets people choose how often e-mail comes. */
export const FREQUENCY_OFFERS = `(SELECT a.id AS app_id, a.email_frequency AS offered
  FROM tenancy.application AS a WHERE a.email_frequency <> '{}')`;
