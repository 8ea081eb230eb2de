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

/** The member, the application and the screen. */
export interface ViewPlace {
  appId: number;
  memberId: number;
}

/** The changes of a view; what is absent stays. */
export interface ViewChange {
  name?: string;
  filters?: ViewFilters;
}
