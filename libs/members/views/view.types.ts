/** Screens whose filters can be saved. */
export const VIEW_SCREENS = ['campaigns'] as const;
export type ViewScreen = (typeof VIEW_SCREENS)[number];

/** Filters by the names that the address of the page has. */
export type ViewFilters = Readonly<Record<string, string>>;

/** Filters of a list that a member has saved under a name. */
export interface View {
  viewId: number;
  name: string;
  filters: ViewFilters;
}

/** Whose views of what. */
export interface ViewPlace {
  appId: number;
  memberId: number;
}

/** What is changed of a view; what is absent stays. */
export interface ViewChange {
  name?: string;
  filters?: ViewFilters;
}
