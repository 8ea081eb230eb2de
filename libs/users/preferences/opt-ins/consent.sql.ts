/**
 * Tests if a user opted out of at least one of some categories, as an expression for another module's statement over
 * `users.app_user AS u` · primary key, one probe for each category.
 *
 * @param categoryIds  placeholder of their ids
 */
export function refusesCategorySql(categoryIds: string): string {
  return `EXISTS (SELECT FROM users.category_optout AS o
    WHERE o.vb = u.vb AND o.app_id = u.app_id AND o.uid = u.uid AND o.category_id = ANY (${categoryIds}::integer[]))`;
}
