export interface paths {
  '/panel/1.0/apps/{app}/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the provider accounts with what stops them and their last fault */
    get: operations['getAppsAppAccounts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/accounts/{account}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ends the pause or the rest of an account; what waits is sent within half a minute */
    post: operations['postAppsAppAccountsAccountResume'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/accounts/{account}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Tries the credentials of an account, within about 20 s, and sends nobody a message. A fault of the account is an answer, and no error */
    post: operations['postAppsAppAccountsAccountTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/approvals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists campaigns that wait for approval, the oldest first */
    get: operations['getAppsAppApprovals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/approvals/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets a request: what was asked for, by whom, and what became of it */
    get: operations['getAppsAppApprovalsKey'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/approvals/{key}/approve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Approves a campaign as it was read; the last approval that it needs lets it go */
    post: operations['postAppsAppApprovalsKeyApprove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/approvals/{key}/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Begins to count whom a campaign that waits would reach now */
    post: operations['postAppsAppApprovalsKeyCheck'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/approvals/{key}/neighbours': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists what else leaves within a day of a request, and how many of its users get both */
    get: operations['getAppsAppApprovalsKeyNeighbours'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/approvals/{key}/reject': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Rejects a campaign: it never leaves */
    post: operations['postAppsAppApprovalsKeyReject'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/approvals/{key}/withdraw': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Takes back what the member itself asked for */
    post: operations['postAppsAppApprovalsKeyWithdraw'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/attributes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Lists attributes, with how many of an audience have a value */
    post: operations['postAppsAppAudienceAttributes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/breakdown': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Counts the users of an audience by the values of an attribute */
    post: operations['postAppsAppAudienceBreakdown'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Exports the users of an audience as CSV; the audit log tells how many */
    post: operations['postAppsAppAudienceExport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/export/columns': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists what an export of users may have */
    get: operations['getAppsAppAudienceExportColumns'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/overlap': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Counts how many users audiences share: each two of them, and exactly these */
    post: operations['postAppsAppAudienceOverlap'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Counts an audience, and what each clause leaves of it */
    post: operations['postAppsAppAudiencePreview'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/reach': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Counts who of an audience drops out before a message, by platform */
    post: operations['postAppsAppAudienceReach'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/sample': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Draws users of an audience */
    post: operations['postAppsAppAudienceSample'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/segments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists segments with their sizes, and what names them */
    get: operations['getAppsAppAudienceSegments'];
    put?: never;
    /** Makes a segment. One that is there stays as it is; its members are calculated within moments */
    post: operations['postAppsAppAudienceSegments'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/segments/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets a segment with its target */
    get: operations['getAppsAppAudienceSegmentsId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/segments/{id}/change': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Gives a segment another target. Its members are calculated within moments */
    post: operations['postAppsAppAudienceSegmentsIdChange'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/segments/{id}/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Removes a segment, unless a campaign waits with it. Drafts that name it cannot be sent without another */
    post: operations['postAppsAppAudienceSegmentsIdRemove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/taggings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the tags that audiences got or lost lately, with how far each is */
    get: operations['getAppsAppAudienceTaggings'];
    put?: never;
    /** Gives everybody in an audience a tag, or takes it off, in the background */
    post: operations['postAppsAppAudienceTaggings'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/taggings/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Shows how far one is */
    get: operations['getAppsAppAudienceTaggingsId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/taggings/{id}/stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ends one. Who is done stays as they are now */
    post: operations['postAppsAppAudienceTaggingsIdStop'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/values': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists values that users have, with how many have each */
    get: operations['getAppsAppAudienceValues'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audience/words': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists what an audience can be described by */
    get: operations['getAppsAppAudienceWords'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists entries of the audit log, the newest first */
    get: operations['getAppsAppAudit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/audit/verify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Checks that no entry was changed or is missing */
    post: operations['postAppsAppAuditVerify'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/campaigns': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists campaigns, the newest first */
    get: operations['getAppsAppCampaigns'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/campaigns/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets a campaign: figures, message, target, options */
    get: operations['getAppsAppCampaignsKey'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/campaigns/{key}/drills': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the fault drills of a campaign with their verdicts */
    get: operations['getAppsAppCampaignsKeyDrills'];
    put?: never;
    /** Sends a copy of a campaign to its simulated accounts while they fail on purpose; it is judged at the end */
    post: operations['postAppsAppCampaignsKeyDrills'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/campaigns/{key}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists who did what with a campaign, the newest first; at most 100 */
    get: operations['getAppsAppCampaignsKeyHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/campaigns/{key}/move': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Moves a campaign that has not begun to another time; an approval of it is needed anew */
    post: operations['postAppsAppCampaignsKeyMove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/campaigns/{key}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Pauses a campaign: after the answer only batches under way are still sent */
    post: operations['postAppsAppCampaignsKeyPause'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/campaigns/{key}/payloads': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists what providers are given, by platform and language, or for the addresses of one user */
    get: operations['getAppsAppCampaignsKeyPayloads'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/campaigns/{key}/reasons': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Sums why recipients failed or got nothing */
    get: operations['getAppsAppCampaignsKeyReasons'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/campaigns/{key}/recipients': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists recipients of a campaign, those who got nothing too */
    get: operations['getAppsAppCampaignsKeyRecipients'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/campaigns/{key}/recipients.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Exports recipients as CSV, without a filter those who got nothing too; the audit log has it */
    get: operations['getAppsAppCampaignsKeyRecipientsCsv'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/campaigns/{key}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Lets a paused campaign go on */
    post: operations['postAppsAppCampaignsKeyResume'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/campaigns/{key}/series': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tells how fast a campaign was over its whole run */
    get: operations['getAppsAppCampaignsKeySeries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/campaigns/{key}/speed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Changes how fast a campaign goes */
    post: operations['postAppsAppCampaignsKeySpeed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/campaigns/{key}/stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stops a campaign for good: who was not sent to ends as skipped */
    post: operations['postAppsAppCampaignsKeyStop'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/campaigns/overlap': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Counts how many users match the audiences of two campaigns */
    post: operations['postAppsAppCampaignsOverlap'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/checks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets a check: how far it is, and what it counted */
    get: operations['getAppsAppChecksId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/checks/{id}/samples': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Shows what a few recipients of a checked campaign would get */
    get: operations['getAppsAppChecksIdSamples'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/checks/{id}/stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stops a check that nobody waits for */
    post: operations['postAppsAppChecksIdStop'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/compose/button-sets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the button sets that a message may name */
    get: operations['getAppsAppComposeButtonSets'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/compose/categories': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the categories that a message may have */
    get: operations['getAppsAppComposeCategories'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/compose/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Begins to count whom a campaign would reach now, by the planner of the launch */
    post: operations['postAppsAppComposeCheck'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/compose/launch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Launches a campaign that was checked, or asks for it, where it would still reach as many */
    post: operations['postAppsAppComposeLaunch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/compose/neighbours': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists what else leaves within a day of a moment */
    get: operations['getAppsAppComposeNeighbours'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/compose/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Shows a message as providers would get it, for one person or for nobody */
    post: operations['postAppsAppComposePreview'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/compose/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sends a message to a few people, before anybody else gets it */
    post: operations['postAppsAppComposeTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/compose/whatsapp-templates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the approved templates of WhatsApp that a message may name */
    get: operations['getAppsAppComposeWhatsappTemplates'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/compose/will-get': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Tells whether a campaign would reach a person now, and why not. No limit is considered */
    post: operations['postAppsAppComposeWillGet'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/drafts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists open drafts of campaigns */
    get: operations['getAppsAppDrafts'];
    put?: never;
    /** Begins a draft */
    post: operations['postAppsAppDrafts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/drafts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets a draft, and what became of it */
    get: operations['getAppsAppDraftsId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/drafts/{id}/delete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Deletes a draft, where nobody else changed it meanwhile */
    post: operations['postAppsAppDraftsIdDelete'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/drafts/{id}/presence': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Tells that a page has the draft open, or leaves it, and who else has it open */
    post: operations['postAppsAppDraftsIdPresence'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/drafts/{id}/save': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Saves a draft, where nobody else did meanwhile */
    post: operations['postAppsAppDraftsIdSave'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/erasures': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the receipts of erasures, or those of one extId */
    get: operations['getAppsAppErasures'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/erasures/lists': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the newest lists of people to erase */
    get: operations['getAppsAppErasuresLists'];
    put?: never;
    /** Stores a list, and counts its users. Nobody is erased before it is confirmed */
    post: operations['postAppsAppErasuresLists'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/erasures/lists/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Shows how far a list is */
    get: operations['getAppsAppErasuresListsId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/erasures/lists/{id}/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Erases the people of a list for good, in the background */
    post: operations['postAppsAppErasuresListsIdConfirm'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/erasures/lists/{id}/lines.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Exports what became of each line as CSV: its number, and erased, unknown or open */
    get: operations['getAppsAppErasuresListsIdLinesCsv'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/erasures/lists/{id}/stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ends a list, also one that was only counted. Who is erased stays erased */
    post: operations['postAppsAppErasuresListsIdStop'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/geofences': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists geofences by title, and all groups */
    get: operations['getAppsAppGeofences'];
    put?: never;
    /** Adds a geofence */
    post: operations['postAppsAppGeofences'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/geofences/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Shows a geofence */
    get: operations['getAppsAppGeofencesId'];
    put?: never;
    /** Changes a geofence */
    post: operations['postAppsAppGeofencesId'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/geofences/{id}/delete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Deletes a geofence */
    post: operations['postAppsAppGeofencesIdDelete'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/geofences/devices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tells how many devices were last where around a point, without single ones */
    get: operations['getAppsAppGeofencesDevices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/geofences/groups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Gives a group another name, or takes it from all its geofences */
    post: operations['postAppsAppGeofencesGroups'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/geofences/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Adds the geofences of a file, or tells what it would add */
    post: operations['postAppsAppGeofencesImport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/geofences/near': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the geofences around a point */
    get: operations['getAppsAppGeofencesNear'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/home': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tells what needs somebody now */
    get: operations['getAppsAppHome'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/imports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the imports of the last 30 days */
    get: operations['getAppsAppImports'];
    put?: never;
    /** Stores a file of users, and checks in the background what it would change */
    post: operations['postAppsAppImports'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/imports/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Shows how far an import is, and what became of its lines */
    get: operations['getAppsAppImportsId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/imports/{id}/faults': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Sums why lines were refused */
    get: operations['getAppsAppImportsIdFaults'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/imports/{id}/lines': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists refused lines: number, field and reason, never the value */
    get: operations['getAppsAppImportsIdLines'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/imports/{id}/lines.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Exports refused lines as CSV: line, field, reason, column, at most 100,000 */
    get: operations['getAppsAppImportsIdLinesCsv'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/imports/{id}/run': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Imports what was checked: the same file, the same columns, under the same id */
    post: operations['postAppsAppImportsIdRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/imports/{id}/stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ends a check or a run. What is written stays */
    post: operations['postAppsAppImportsIdStop'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/imports/columns': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Tells what the columns of a file mean by their names, and what else they may be */
    post: operations['postAppsAppImportsColumns'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the keys of an application, without their secrets */
    get: operations['getAppsAppKeys'];
    put?: never;
    /** Makes a key, and tells its secret once */
    post: operations['postAppsAppKeys'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/keys/{id}/revoke': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ends a key at once, in every process */
    post: operations['postAppsAppKeysIdRevoke'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/keys/{id}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Gives a key a second secret, and lets the first end after a while */
    post: operations['postAppsAppKeysIdRotate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/media': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists pictures, with the messages that show them and may still be sent */
    get: operations['getAppsAppMedia'];
    put?: never;
    /** Stores a picture, without what does not draw it */
    post: operations['postAppsAppMedia'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/media/{hash}/delete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Deletes a picture. Messages that show it show none from then on */
    post: operations['postAppsAppMediaHashDelete'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/own-users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the users that the member has proved to be its own */
    get: operations['getAppsAppOwnUsers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/own-users/{uid}/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Makes a user not the member's own any more */
    post: operations['postAppsAppOwnUsersUidRemove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/own-users/codes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sends a code to a user, so that the member proves that it reads its messages */
    post: operations['postAppsAppOwnUsersCodes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/own-users/codes/{id}/prove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Makes the user of a code the member's own, by the code */
    post: operations['postAppsAppOwnUsersCodesIdProve'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/reports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Sums what became of the campaigns that were launched on some days */
    get: operations['getAppsAppReports'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/reports.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Exports the lines of a report and their sum as CSV */
    get: operations['getAppsAppReportsCsv'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/sends': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists transactional sends that are not over, or that failed lately */
    get: operations['getAppsAppSends'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/sends/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets a transactional send: how far it is, and what it waits for */
    get: operations['getAppsAppSendsId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/sends/{id}/approve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Approves all sends of a request; the last approval that it needs lets them go */
    post: operations['postAppsAppSendsIdApprove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/sends/{id}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Pauses a transactional send */
    post: operations['postAppsAppSendsIdPause'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/sends/{id}/recipients': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists recipients of a transactional send, with what became of them */
    get: operations['getAppsAppSendsIdRecipients'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/sends/{id}/reject': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Rejects all sends of a request: they never leave */
    post: operations['postAppsAppSendsIdReject'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/sends/{id}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Lets a paused transactional send go on */
    post: operations['postAppsAppSendsIdResume'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/sends/{id}/stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stops a transactional send for good: who was not sent to ends as skipped */
    post: operations['postAppsAppSendsIdStop'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/setup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the sections of the application file */
    get: operations['getAppsAppSetup'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/setup/{section}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Shows a section as the application file has it */
    get: operations['getAppsAppSetupSection'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/setup/{section}/apply': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Applies an edit of a section, whole or not at all */
    post: operations['postAppsAppSetupSectionApply'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/setup/{section}/review': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Tells what an edit of a section would change */
    post: operations['postAppsAppSetupSectionReview'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/setup/file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Writes the application file. Secrets are named in it */
    get: operations['getAppsAppSetupFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/simulators/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists what the simulators took from the simulated accounts, as people get it */
    get: operations['getAppsAppSimulatorsDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/simulators/deliveries/{seq}/html': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets the HTML of a mail, for a frame without scripts and requests */
    get: operations['getAppsAppSimulatorsDeliveriesSeqHtml'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/simulators/deliveries/{seq}/report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Has a simulator report something about a delivery, as a provider or a receiver would */
    post: operations['postAppsAppSimulatorsDeliveriesSeqReport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/suppressions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists suppressed addresses of a channel, hidden but for a part */
    get: operations['getAppsAppSuppressions'];
    put?: never;
    /** Adds addresses: nothing is sent to them, for any user */
    post: operations['postAppsAppSuppressions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/suppressions.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Exports suppressed addresses as CSV; the audit log has it */
    get: operations['getAppsAppSuppressionsCsv'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/suppressions/{channel}/{id}/release': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Takes an entry out of the list. Preferences of users stay */
    post: operations['postAppsAppSuppressionsChannelIdRelease'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/suppressions/reveal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Shows the addresses of a page. The audit log has who looked */
    post: operations['postAppsAppSuppressionsReveal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/templates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists templates, with the drafts that are written with them */
    get: operations['getAppsAppTemplates'];
    put?: never;
    /** Stores a template */
    post: operations['postAppsAppTemplates'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/templates/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets a template in a version, with what is filled in */
    get: operations['getAppsAppTemplatesId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/templates/{id}/delete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Deletes a template. Drafts that are written with it cannot be sent any more */
    post: operations['postAppsAppTemplatesIdDelete'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/templates/{id}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Saves what an earlier version said as a new version, where nobody saved another one meanwhile */
    post: operations['postAppsAppTemplatesIdRestore'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/templates/{id}/save': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Adds a version, where nobody else did meanwhile. What was written with it stays as it is */
    post: operations['postAppsAppTemplatesIdSave'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/templates/{id}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the versions of a template: who saved them, and when */
    get: operations['getAppsAppTemplatesIdVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/templates/{id}/versions/{version}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Shows a version of a template, and how it differs from the newest */
    get: operations['getAppsAppTemplatesIdVersionsVersion'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/templates/regions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Reads what is filled in of HTML that is being written. Nothing is stored */
    post: operations['postAppsAppTemplatesRegions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/testers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the testers of the application */
    get: operations['getAppsAppTesters'];
    put?: never;
    /** Makes a user a tester */
    post: operations['postAppsAppTesters'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/testers/{uid}/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Makes a tester a usual user again */
    post: operations['postAppsAppTestersUidRemove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/tests/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets a test: what became of it at each device and address */
    get: operations['getAppsAppTestsId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/unmatched-events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists names and attributes of events that no definition has */
    get: operations['getAppsAppUnmatchedEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/unmatched-events/definition': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Writes the section `events` with a definition of the newest example */
    get: operations['getAppsAppUnmatchedEventsDefinition'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/users/{uid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets a user: devices, consents, profile, tags, segments */
    get: operations['getAppsAppUsersUid'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/users/{uid}/changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Changes attributes, tags and consent of a user, or tells what would change */
    post: operations['postAppsAppUsersUidChanges'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/users/{uid}/delete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Deletes a user and its devices. Results of sends stay */
    post: operations['postAppsAppUsersUidDelete'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/users/{uid}/devices/{device}/retire': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Takes a device out of use, until it registers again */
    post: operations['postAppsAppUsersUidDevicesDeviceRetire'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/users/{uid}/erase': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Erases a user from every table for good. The application must have this granted */
    post: operations['postAppsAppUsersUidErase'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/users/{uid}/explain': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tells why a user did or did not get a campaign, as it was and as it is now */
    get: operations['getAppsAppUsersUidExplain'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/users/{uid}/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Exports everything about one person, as `exportPerson` does; the audit log has it */
    post: operations['postAppsAppUsersUidExport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/users/{uid}/inbox': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the messages that devices of a user read in its inbox */
    get: operations['getAppsAppUsersUidInbox'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/users/{uid}/inbox/{piid}/delete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Marks a message deleted, as a device of the user would */
    post: operations['postAppsAppUsersUidInboxPiidDelete'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/users/{uid}/reveal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Shows the private values of a user. The audit log has who looked */
    post: operations['postAppsAppUsersUidReveal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/users/{uid}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists everything that happened to a user, the newest first */
    get: operations['getAppsAppUsersUidTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/users/find': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Finds users by a whole value */
    get: operations['getAppsAppUsersFind'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/views': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the member's own saved views */
    get: operations['getAppsAppViews'];
    put?: never;
    /** Saves filters under a name */
    post: operations['postAppsAppViews'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/views/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Renames a view, or gives it other filters */
    post: operations['postAppsAppViewsId'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/views/{id}/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Removes a view */
    post: operations['postAppsAppViewsIdRemove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/apps/{app}/views/campaigns/choices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists labels and authors that campaigns can be filtered by */
    get: operations['getAppsAppViewsCampaignsChoices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Streams snapshots of topics as server-sent events
     * @description Each event is `{topic, at, data}`, where `data` has fields of the answer about the same thing, all as they are then. The event `bye` says that the session has ended.
     */
    get: operations['getLive'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets the member who asks, and what it may do */
    get: operations['getMe'];
    put?: never;
    /** Changes what the member sets about itself */
    post: operations['postMe'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/me/oidc': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tells whether the member signs in with the OpenID Connect provider */
    get: operations['getMeOidc'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/me/oidc/connect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Begins to connect an account of the OpenID Connect provider with the member */
    post: operations['postMeOidcConnect'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/me/oidc/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Forgets the account of the OpenID Connect provider that the member connected */
    post: operations['postMeOidcRemove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/me/passkeys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the passkeys of the member */
    get: operations['getMePasskeys'];
    put?: never;
    /** Adds a passkey */
    post: operations['postMePasskeys'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/me/passkeys/{id}/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Takes a passkey away */
    post: operations['postMePasskeysIdRemove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/me/passkeys/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Asks for a new passkey */
    post: operations['postMePasskeysOptions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/me/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the sessions of the member */
    get: operations['getMeSessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/me/sessions/{id}/end': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ends a session of the member at once */
    post: operations['postMeSessionsIdEnd'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the members that the caller looks after */
    get: operations['getMembers'];
    put?: never;
    /** Adds a member, with a link that works once within 72 hours */
    post: operations['postMembers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/members/{id}/grants': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Replaces the grants of a member; they count with its next request */
    post: operations['postMembersIdGrants'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/members/{id}/link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Makes a new link for a member, in place of an earlier one */
    post: operations['postMembersIdLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/members/{id}/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ends a member and its sessions at once */
    post: operations['postMembersIdRemove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/roles': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the roles, and what each may do */
    get: operations['getRoles'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/session/end': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Signs out */
    post: operations['postSessionEnd'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/session/link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Trades the token of a one-time link for a session */
    post: operations['postSessionLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/session/oidc': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Begins a sign-in with the OpenID Connect provider */
    post: operations['postSessionOidc'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/session/oidc/callback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Comes back from the OpenID Connect provider */
    get: operations['getSessionOidcCallback'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/session/oidc/proof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Lets the OpenID Connect provider ask again who it is */
    post: operations['postSessionOidcProof'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/session/passkey': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Signs in by a passkey */
    post: operations['postSessionPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/session/passkey/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Asks for a passkey, to sign in */
    post: operations['postSessionPasskeyOptions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/session/proof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Shows who it is: for ten minutes it counts as a fresh sign-in */
    post: operations['postSessionProof'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/session/proof/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Asks for a passkey of the member, to show who it is */
    post: operations['postSessionProofOptions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/1.0/session/ways': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tells how somebody may sign in */
    get: operations['getSessionWays'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AccountDto: {
      /**
       * @description Its name: the channel, or `channel:name` for a further account of it
       * @example sms:second
       */
      account: string;
      /**
       * @example apns
       * @enum {string}
       */
      channel: 'apns' | 'fcm' | 'webpush' | 'smtp' | 'sms' | 'whatsapp' | 'hms' | 'chat';
      /** @description Its last fault with these credentials; absent: none */
      lastError?: components['schemas']['AccountLastErrorDto'];
      /**
       * @description Who takes the messages
       * @example vonage
       */
      provider: string;
      /** @description Its provider is the simulator of this installation */
      simulator: boolean;
      /** @description Why it does not send now; absent while it sends */
      stop?: components['schemas']['AccountStopDto'];
    };
    AccountLastErrorDto: {
      /**
       * @description What is wrong and what to do
       * @example The relay refuses the log-in: check user and password.
       */
      advice: string;
      /**
       * @description Last failed message (ISO 8601)
       * @example 2026-01-01T00:00:05.000Z
       */
      at: string;
      /**
       * @description The provider's code
       * @example InvalidProviderToken
       */
      code: string;
      /** @description The next success (ISO 8601); null: there was none yet */
      endedAt: string | null;
      /**
       * @description First failed message since the last success (ISO 8601)
       * @example 2026-01-01T00:00:00.000Z
       */
      since: string;
      /**
       * Format: int64
       * @description Messages that failed since then
       * @example 3
       */
      times: number;
      /** @example AUTH */
      why: string;
      /**
       * @description The provider's own words, or those of the connection to it
       * @example 403 InvalidProviderToken
       */
      words: string;
    };
    AccountsDto: {
      accounts: components['schemas']['AccountDto'][];
    };
    AccountStopDto: {
      /**
       * @description The provider's code
       * @example InvalidProviderToken
       */
      code: string;
      /**
       * @description ISO 8601
       * @example 2026-01-01T00:00:00.000Z
       */
      since: string;
      /**
       * @description `paused`, or `resting` while the circuit breaker is open
       * @example paused
       */
      state: string;
      /** @description Time of the next attempt (ISO 8601); null: until it is resumed */
      until: string | null;
      /** @example AUTH */
      why: string;
    };
    AccountTestFaultDto: {
      /**
       * @description What is wrong and what to do
       * @example The relay refuses the log-in: check user and password.
       */
      advice: string;
      /**
       * @description The provider's code
       * @example 535 5.7.8
       */
      code: string;
      /**
       * @example credentials
       * @enum {string}
       */
      kind:
        | 'credentials'
        | 'configuration'
        | 'unknown-host'
        | 'refused-port'
        | 'unreachable'
        | 'tls'
        | 'timeout'
        | 'outage'
        | 'rate'
        | 'refused';
      /** @example AUTH */
      why: string;
    };
    AccountTestResultDto: {
      /**
       * @description The account that was tried
       * @example smtp
       */
      account: string;
      /**
       * @example smtp
       * @enum {string}
       */
      channel: 'apns' | 'fcm' | 'webpush' | 'smtp' | 'sms' | 'whatsapp' | 'hms' | 'chat';
      /** @description It does not send: an earlier fault has paused it */
      paused: boolean;
      /** @description Its provider is the simulator of this installation */
      simulator: boolean;
      /** @description What was tried; it ends with the first fault of the log-in */
      steps: components['schemas']['AccountTestStepDto'][];
      /** @description All steps work */
      works: boolean;
    };
    AccountTestStepDto: {
      /** @description Absent where it works */
      fault?: components['schemas']['AccountTestFaultDto'];
      /**
       * @description What was tried
       * @example connection to smtp.example.com:587
       */
      name: string;
      /**
       * @description The provider's own words
       * @example 535 5.7.8 Username and Password not accepted
       */
      words: string;
      works: boolean;
    };
    ActivityDto: {
      /**
       * @description What is done with it
       * @enum {string}
       */
      event: 'start' | 'update' | 'end';
      /** @description Its state */
      state: components['schemas']['CardFactDto'][];
      /** @description Type of its attributes */
      type: string | null;
    };
    ActorDto: {
      /**
       * @description Id of the member or key; else the name of an account
       * @example 7
       */
      id: string;
      /**
       * @description A person, an API key, the command line, or Herald itself
       * @example key
       * @enum {string}
       */
      kind: 'member' | 'key' | 'cli' | 'system';
      /** @example backend */
      name: string;
    };
    AddedSuppressionsDto: {
      /**
       * Format: int64
       * @description Addresses without such an entry before
       */
      added: number;
    };
    AndroidPartDto: {
      /** @description Text of the expanded notification */
      bigText?: string;
      /** @description Pages to swipe through */
      carousel?: components['schemas']['CarouselPageDto'][];
      /**
       * Format: int64
       * @description Of a bulk send: users of this platform at most, drawn at random
       */
      limit?: number;
      /** @description Image, video or sound that is shown with it */
      mediaUrl?: string;
      /** @description Pages that change by themselves */
      slider?: components['schemas']['CarouselPageDto'][];
      /** @description Of the sounds of the application, or `default` */
      sound?: string;
      /** @description Second line of the title */
      subtitle?: string;
      /** @description Small image beside the text */
      thumbnailUrl?: string;
      /** @description Title of the notification */
      title?: string;
      /** @description Whether the device vibrates */
      vibration?: boolean;
    };
    ApprovalStepDto: {
      /**
       * Format: int64
       * @description Members or keys that must approve
       * @example 1
       */
      approvers: number;
      /**
       * Format: int64
       * @description Sends to more users than this; null: of any size
       * @example 1000
       */
      from: number | null;
    };
    ApproveDto: {
      /** @description `hash` of the check: of another campaign it is refused with `changed_meanwhile` */
      hash: string;
      /**
       * Format: int64
       * @description `planned` of the check: where it is another number now, it is refused too
       * @example 1234
       */
      planned: number;
      /**
       * @description For the author
       * @example Good to go
       */
      words?: string;
    };
    AskedCodeDto: {
      /**
       * @description Until then it is good
       * @example 2030-02-01T12:10:00.000Z
       */
      endsAt: string;
      /** @example 7 */
      id: string;
      /**
       * @description Where it went; `PUSH`: to the devices of the user
       * @enum {string}
       */
      to: 'PUSH' | 'EMAIL' | 'SMS';
      /** @description Who gets it */
      user: components['schemas']['FoundUserDto'];
    };
    AttributeShareDto: {
      /** @example name */
      code: string;
      /** @description What people call it */
      label: string | null;
      /**
       * Format: int64
       * @description Users of the audience with a value, exactly
       */
      users: number;
    };
    AttributeTestDto: {
      /** @description Values from this one on */
      atLeast?: string | number | boolean;
      /** @description Values up to this one */
      atMost?: string | number | boolean;
      /** @description Whether the event has the attribute */
      exists?: boolean;
    } & {
      [key: string]: unknown;
    };
    AudienceAttributeDto: {
      /** @example city */
      code: string;
      /** @example STRING */
      dataType: string;
      /** @description What people call it */
      label: string | null;
      /** @description Its values, where only some are allowed */
      options: string[];
    };
    AudienceAttributesDto: {
      /**
       * @description Everything until then is counted
       * @example 2030-02-01T12:00:00.000Z
       */
      asOf: string;
      /** @description Up to eight */
      items: components['schemas']['AttributeShareDto'][];
      /**
       * Format: int64
       * @description Distinct users of the audience
       */
      users: number;
    };
    AudienceAttributesQuestionDto: {
      /**
       * @description Only attributes whose code or label begins so
       * @default
       * @example na
       */
      begins: string;
      /**
       * @description As of a segment
       * @example {
       *       "profile": {
       *         "city": [
       *           "Izmir",
       *           "Ankara"
       *         ]
       *       }
       *     }
       */
      target: components['schemas']['SegmentTargetDto'];
    };
    AudienceBreakdownDto: {
      /**
       * @description Everything until then is counted
       * @example 2030-02-01T12:00:00.000Z
       */
      asOf: string;
      /**
       * Format: int64
       * @description Of these: with a value
       */
      having: number;
      /** @description The values of most users first, at most 20, or ranges in order. With several values: in each */
      items: components['schemas']['BreakdownPartDto'][];
      /**
       * @description `values`; `numbers` and `dates` are ranges
       * @enum {string}
       */
      kind: 'values' | 'numbers' | 'dates';
      /**
       * Format: int64
       * @description Values that are left out
       */
      more: number;
      /**
       * Format: int64
       * @description Distinct users of the audience
       */
      users: number;
    };
    AudienceBreakdownQuestionDto: {
      /**
       * @description What has values: an attribute of users, or one of devices
       * @enum {string}
       */
      by: 'attribute' | 'device';
      /**
       * @description Code of the attribute
       * @example platform
       */
      code: string;
      /**
       * @description As of a segment
       * @example {
       *       "profile": {
       *         "city": [
       *           "Izmir",
       *           "Ankara"
       *         ]
       *       }
       *     }
       */
      target: components['schemas']['SegmentTargetDto'];
    };
    AudienceEventAttributeDto: {
      /** @example orderId */
      code: string;
      /** @example STRING */
      dataType: string;
      /** @description What people call it */
      label: string | null;
    };
    AudienceEventDto: {
      /** @description Inherited ones first */
      attributes: components['schemas']['AudienceEventAttributeDto'][];
      /**
       * @description Targets name it
       * @example OrderEvent
       */
      code: string;
      /** @description What people call it */
      label: string | null;
      /**
       * @description Another name of it in targets
       * @example OrderEvent
       */
      name: string;
    };
    AudienceExportDto: {
      /**
       * @description Attributes beside the extId, by their codes
       * @example [
       *       "city"
       *     ]
       */
      columns: string[];
      /**
       * @description As of a segment
       * @example {
       *       "profile": {
       *         "city": [
       *           "Izmir",
       *           "Ankara"
       *         ]
       *       }
       *     }
       */
      target: components['schemas']['SegmentTargetDto'];
    };
    AudienceOverlapDto: {
      /**
       * @description Everything until then is counted
       * @example 2030-02-01T12:00:00.000Z
       */
      asOf: string;
      /** @description Each user once, by exactly the audiences that have the user; the largest first */
      combinations: components['schemas']['OverlapCombinationDto'][];
      /** @description Every two of them */
      pairs: components['schemas']['OverlapPairDto'][];
      /** @description Distinct users of each */
      users: number[];
    };
    AudienceOverlapQuestionDto: {
      /**
       * @description Up to 8, each as of a segment
       * @example [
       *       {
       *         "tag": "new"
       *       },
       *       {
       *         "tag": "vip"
       *       }
       *     ]
       */
      targets: components['schemas']['SegmentTargetDto'][];
    };
    AudiencePreviewDto: {
      /**
       * Format: int64
       * @description All users of the application
       */
      all: number;
      /**
       * @description Everything until then is counted; null with `users`
       * @example 2030-02-01T12:00:00.000Z
       */
      asOf: string | null;
      /** @description In the order of the target */
      clauses: components['schemas']['ClauseCountDto'][];
      /**
       * Format: int64
       * @description Distinct users, reachable or not; null: a clause was left out of a quick answer
       */
      users: number | null;
    };
    AudienceQuestionDto: {
      /** @description true: what only rows can tell is left out, such as behaviour; its figures are null */
      quick?: boolean;
      /**
       * @description As of a segment
       * @example {
       *       "profile": {
       *         "city": [
       *           "Izmir",
       *           "Ankara"
       *         ]
       *       }
       *     }
       */
      target: components['schemas']['SegmentTargetDto'];
    };
    AudienceReachDto: {
      /**
       * @description Everything until then is counted
       * @example 2030-02-01T12:00:00.000Z
       */
      asOf: string;
      /** @description As in the question */
      platforms: components['schemas']['PlatformReachDto'][];
      /**
       * Format: int64
       * @description Distinct users who match
       */
      users: number;
    };
    AudienceReachQuestionDto: {
      /**
       * @description Names of the categories of the message
       * @default []
       * @example [
       *       "Offers"
       *     ]
       */
      categories: string[];
      /**
       * @description Of the message
       * @example [
       *       "IOS",
       *       "EMAIL"
       *     ]
       */
      platforms: (
        | 'IOS'
        | 'ANDROID'
        | 'WP'
        | 'CHROME'
        | 'MACOS'
        | 'FIREFOX'
        | 'EDGE'
        | 'SAFARI'
        | 'YANDEX'
        | 'OPERA'
        | 'EMAIL'
        | 'SMS'
        | 'WHATSAPP'
        | 'HUAWEI'
        | 'CHAT'
      )[];
      /**
       * @description As of a segment
       * @example {
       *       "profile": {
       *         "city": [
       *           "Izmir",
       *           "Ankara"
       *         ]
       *       }
       *     }
       */
      target: components['schemas']['SegmentTargetDto'];
    };
    AudienceSampleDto: {
      /**
       * @description When they were in it
       * @example 2030-02-01T12:00:00.000Z
       */
      asOf: string;
      /** @description Up to 25, each user of the audience as likely as every other */
      items: components['schemas']['SampledUserDto'][];
    };
    AudienceSampleQuestionDto: {
      /**
       * @description As of a segment
       * @example {
       *       "profile": {
       *         "city": [
       *           "Izmir",
       *           "Ankara"
       *         ]
       *       }
       *     }
       */
      target: components['schemas']['SegmentTargetDto'];
    };
    AudienceValueDto: {
      /**
       * Format: int64
       * @description Users who have it, exactly
       */
      users: number;
      /** @example İzmir */
      value: string;
    };
    AudienceValuesDto: {
      /** @description Those of most users first, tags by name */
      items: components['schemas']['AudienceValueDto'][];
      /** @description Whether there are more than these */
      more: boolean;
    };
    AudienceWordsDto: {
      /** @description What is known of users */
      attributes: components['schemas']['AudienceAttributeDto'][];
      /** @description What users can do: built-in events, then those of the application */
      events: components['schemas']['AudienceEventDto'][];
      /** @description Names of segments */
      segments: string[];
    };
    AuditChangeDto: {
      /**
       * @description What happened
       * @enum {string}
       */
      change: 'add' | 'change' | 'remove';
      /** @description Before */
      from: string | null;
      /**
       * @description What changed
       * @example settings: timeZone
       */
      subject: string;
      /** @description After */
      to: string | null;
    };
    AuditPageDto: {
      /** @description The newest first */
      items: components['schemas']['AuditRowDto'][];
      /** @description Cursor of the next page; null at the end */
      next: string | null;
    };
    AuditRowDto: {
      /** @example campaign.pause */
      action: string;
      /** @description Address of the client */
      address: string | null;
      /** @example 2030-02-01T12:00:00.000Z */
      at: string;
      /** @description Who changed it */
      by: components['schemas']['ActorDto'];
      /** @description What changed, without secrets */
      differences: components['schemas']['AuditChangeDto'][];
      /**
       * Format: int64
       * @description Counts from 1, without a gap
       */
      number: number;
      /** @description `X-Request-Id` of the request */
      requestId: string | null;
      /** @description Session of the member */
      session: string | null;
      /** @example campaign 1234 */
      subject: string;
    };
    BlockDto: {
      /** @enum {string} */
      align?: 'left' | 'center';
      /** @description What a picture shows, for readers who do not see it */
      alt?: string;
      /** @description Of columns: two or three, side by side where there is room */
      columns?: components['schemas']['ColumnDto'][];
      /**
       * Format: int64
       * @description Of a heading: 1 is the title of the mail
       */
      level?: number;
      /** @description What a button or picture opens: http, https, mailto, tel, or a placeholder */
      link?: string;
      /** @description Of a heading or text, in place of `text`: paragraphs with bold, italic, links */
      rich?: components['schemas']['RichParagraphDto'][];
      /** @description Plain text, with placeholders */
      text?: string;
      /** @enum {string} */
      type: 'heading' | 'text' | 'image' | 'button' | 'divider' | 'columns' | 'footer';
      /** @description Of a footer: words of the unsubscribe link */
      unsubscribe?: string;
      /**
       * @description Address of a picture
       * @example https://push.example.com/m/….png
       */
      url?: string;
    };
    BlockMailDto: {
      /**
       * @description Colour of buttons and links
       * @example #0b6e63
       */
      accent?: string;
      /**
       * @example [
       *       {
       *         "type": "heading",
       *         "text": "Spring is here"
       *       }
       *     ]
       */
      blocks: components['schemas']['BlockDto'][];
      /** @description What lists of mails show beside the subject */
      preheader?: string;
    };
    BreakdownPartDto: {
      /** @description Where a range begins; dates as epoch milliseconds. null: a value */
      from: number | null;
      /** @description Where it ends, which is outside */
      to: number | null;
      /**
       * Format: int64
       * @description Users of the audience, exactly
       */
      users: number;
      /**
       * @description null: a range
       * @example İzmir
       */
      value: string | null;
    };
    ButtonSetDto: {
      /** @description New names by the defined ones */
      buttonNames?: {
        [key: string]: string;
      };
      /**
       * Format: int64
       * @description Of the button sets of the application
       */
      id?: number;
      /** @description What a tap sets on the user, by the name of the button */
      setAttrOrTag?: {
        [key: string]: {
          [key: string]: unknown;
        };
      };
    } & {
      [key: string]: unknown;
    };
    ButtonSetItemDto: {
      /**
       * @description In the order in which they are shown
       * @example [
       *       "Yes",
       *       "No"
       *     ]
       */
      buttons: string[];
      /**
       * Format: int64
       * @example 1
       */
      id: number;
    };
    ButtonSetListDto: {
      /** @description Those of the application file */
      items: components['schemas']['ButtonSetItemDto'][];
    };
    CampaignCheckDto: {
      /**
       * Format: int64
       * @description Approvals that it needs; 0: none
       */
      approvals: number;
      /**
       * Format: int64
       * @description Of these, who were looked at one by one
       */
      examined: number;
      /** @description Of the campaign that was checked, for its launch */
      hash: string;
      /** @description Users who match and are no recipients, by reason */
      leftOut: components['schemas']['LeftOutCountDto'][];
      /**
       * @description What limits it: its speed, its account, or the provider; null: nothing but the machines
       * @enum {string|null}
       */
      limitedBy: 'speed' | 'account' | 'provider' | null;
      /** @description It is sent after an approval */
      needsApproval: boolean;
      /**
       * Format: int64
       * @description Recipients that a launch would plan now
       */
      planned: number;
      /** @description The same by platform */
      platforms: components['schemas']['PlatformCheckDto'][];
      /**
       * Format: int64
       * @description Messages of real recipients that can be shown
       * @example 3
       */
      samples: number;
      /**
       * Format: int64
       * @description How long it takes; null: nobody can tell
       */
      seconds: number | null;
      /**
       * @description When it begins; null: at once
       * @example 2030-02-01T12:00:00.000Z
       */
      startsAt: string | null;
      /** @description Platforms to which no provider delivers */
      unserved: string[];
      /**
       * Format: int64
       * @description Users that match the target, reachable or not
       */
      users: number;
      /** @description What will surprise who sends it; what blocks it first */
      warnings: components['schemas']['CheckWarningDto'][];
    };
    CampaignChoicesDto: {
      /** @description Who sent them, by name */
      authors: components['schemas']['ActorDto'][];
      /**
       * @description Labels of the newest 1,000 campaigns
       * @example [
       *       "news"
       *     ]
       */
      labels: string[];
    };
    CampaignEventDto: {
      /**
       * @description What was done
       * @example campaign.pause
       */
      action: string;
      /** @example 2030-02-01T12:00:00.000Z */
      at: string;
      /** @description Who did it */
      by: components['schemas']['ActorDto'];
      /** @description What it was changed to */
      to: string | null;
    };
    CampaignHistoryDto: {
      /** @description The newest first */
      items: components['schemas']['CampaignEventDto'][];
    };
    CampaignLaunchDto: {
      /** @description What was checked */
      campaign: components['schemas']['ComposedCampaignDto'];
      /** @description The draft that it was written as. It is closed, and launched once */
      draft?: components['schemas']['WrittenDraftDto'];
      /**
       * @description A request of the same member that this one takes the place of
       * @example 1234
       */
      revises?: string;
      /** @description What the check told */
      seen: components['schemas']['SeenCheckDto'];
    };
    CampaignOverlapDto: {
      /**
       * Format: int64
       * @description Users who match both now; null: not counted
       */
      both: number | null;
      /** @description In the order of the question */
      items: components['schemas']['ComparedUsersDto'][];
    };
    CampaignOverlapQuestionDto: {
      /** @description Two of them */
      campaigns: components['schemas']['ComparedCampaignDto'][];
    };
    CampaignPageDto: {
      /** @description The newest first */
      items: components['schemas']['CampaignRowDto'][];
      /** @description Cursor of the next page; null at the end */
      next: string | null;
    };
    CampaignPanelDto: {
      /** @description Of the figures */
      asOf: string;
      /** @description Who sent it; absent where the audit log does not tell */
      author?: components['schemas']['ActorDto'];
      /** @description Final results by platform */
      byPlatform: components['schemas']['CampaignPlatformDto'][];
      /**
       * Format: int64
       * @description Recipients that clicked
       */
      clicks: number;
      /** @description When it begins or began */
      dueAt: string | null;
      /** @description At the present rate; null: unknown */
      expectedEnd: string | null;
      /**
       * Format: int64
       * @description Failed for good
       */
      failed: number;
      /** @description When it ended */
      finishedAt: string | null;
      /** @description From the send to the click */
      funnel: components['schemas']['FunnelRowDto'][];
      /**
       * Format: int64
       * @description Under way when a worker vanished; decided next
       */
      inDoubt: number;
      /**
       * @description Notification key
       * @example 1000
       */
      key: string;
      /** @description Label of the reports */
      label: string | null;
      /**
       * Format: int64
       * @description Users who matched and were not planned, as by a refusal
       */
      leftOut: number;
      /**
       * @description What keeps it from going faster
       * @enum {string|null}
       */
      limitedBy: 'speed' | 'account' | 'rest' | 'pause' | 'provider' | 'machine' | null;
      /**
       * @description By the clock of each person; null: at one moment for everybody
       * @example 2030-02-01T15:30
       */
      localTime: string | null;
      /** @description As `sendBulkNotification` takes it */
      message: {
        [key: string]: unknown;
      };
      /** @example Spring sale */
      name: string | null;
      /**
       * Format: int64
       * @description Recipients that opened their e-mail
       */
      opens: number;
      /** @description Categories, limits, local time */
      options: {
        [key: string]: unknown;
      };
      /**
       * Format: int64
       * @description Recipients; the sum of the next five
       */
      planned: number;
      /**
       * @example [
       *       "IOS"
       *     ]
       */
      platforms: string[];
      /** @description How fast it goes */
      rate: components['schemas']['RateDto'];
      /**
       * Format: int64
       * @description Accepted by the provider
       */
      sent: number;
      /**
       * Format: int64
       * @description Left without a message, by a stop or a late start
       */
      skipped: number;
      /** @description When it was launched */
      startedAt: string | null;
      /**
       * @description What it does now
       * @enum {string}
       */
      state: 'SCHEDULED' | 'HELD' | 'STARTING' | 'SENDING' | 'PAUSED' | 'FINISHED' | 'STOPPED';
      /** @description The target as a tree; null without the permission `users.private` */
      target: {
        [key: string]: unknown;
      } | null;
      /**
       * Format: int64
       * @description Not sent yet
       */
      waiting: number;
    };
    CampaignPlatformDto: {
      /**
       * Format: int64
       * @description Failed for good
       */
      failed: number;
      /**
       * Format: int64
       * @description Under way when a worker vanished
       */
      inDoubt: number;
      /**
       * Format: int64
       * @description The sum of the next five
       */
      planned: number;
      /**
       * @description `ANY`: those without a result yet
       * @example IOS
       */
      platform: string;
      /**
       * Format: int64
       * @description Accepted by the provider
       */
      sent: number;
      /**
       * Format: int64
       * @description Left without a message
       */
      skipped: number;
      /**
       * Format: int64
       * @description Not sent yet
       */
      waiting: number;
    };
    CampaignRowDto: {
      /** @description Who sent it; absent where the audit log does not tell */
      author?: components['schemas']['ActorDto'];
      /**
       * Format: int64
       * @description Recipients that clicked
       */
      clicks: number;
      /** @description When it begins or began */
      dueAt: string | null;
      /**
       * Format: int64
       * @description Failed for good
       */
      failed: number;
      /** @description When it ended */
      finishedAt: string | null;
      /**
       * Format: int64
       * @description Under way when a worker vanished; decided next
       */
      inDoubt: number;
      /**
       * @description Notification key
       * @example 1000
       */
      key: string;
      /** @description Label of the reports */
      label: string | null;
      /**
       * Format: int64
       * @description Users who matched and were not planned, as by a refusal
       */
      leftOut: number;
      /**
       * @description By the clock of each person; null: at one moment for everybody
       * @example 2030-02-01T15:30
       */
      localTime: string | null;
      /** @example Spring sale */
      name: string | null;
      /**
       * Format: int64
       * @description Recipients; the sum of the next five
       */
      planned: number;
      /**
       * @example [
       *       "IOS"
       *     ]
       */
      platforms: string[];
      /**
       * Format: int64
       * @description Accepted by the provider
       */
      sent: number;
      /**
       * Format: int64
       * @description Left without a message, by a stop or a late start
       */
      skipped: number;
      /** @description When it was launched */
      startedAt: string | null;
      /**
       * @description What it does now
       * @enum {string}
       */
      state: 'SCHEDULED' | 'HELD' | 'STARTING' | 'SENDING' | 'PAUSED' | 'FINISHED' | 'STOPPED';
      /**
       * Format: int64
       * @description Not sent yet
       */
      waiting: number;
    };
    CampaignSeriesDto: {
      /** @description Recipients that got their result, by slot */
      settled: number[];
      /** @description Of the first slot; null: nobody has a result, or it is not known any more */
      start: string | null;
      /**
       * Format: int64
       * @description Seconds of a slot
       * @example 10
       */
      width: number;
    };
    CardFactDto: {
      /** @example sound */
      name: string;
      /** @example chime */
      value: string;
    };
    CarouselPageDto: {
      /** @description What a tap on the page opens */
      clickAction?: components['schemas']['PageActionDto'];
      /** @description Text of the page */
      content?: string;
      /** @description Image of the page */
      itemImageUrl?: string;
      /** @description Title of the page */
      title?: string;
    };
    CategoryListDto: {
      /**
       * @description Those of the application file, by name
       * @example [
       *       "Offers"
       *     ]
       */
      items: string[];
    };
    CellSizeDto: {
      /** @description Degrees */
      latitude: number;
      /** @description Degrees */
      longitude: number;
    };
    ChainCheckDto: {
      /** @description What is wrong with it */
      fault: string | null;
      /**
       * Format: int64
       * @description Number of the first entry at fault
       */
      faultAt: number | null;
      /**
       * Format: int64
       * @description Number of the oldest entry
       */
      first: number;
      /** @description Hash of the newest entry, in hex */
      head: string;
      /**
       * Format: int64
       * @description Number of the newest entry; 0: there is none
       */
      last: number;
      /** @description No entry was changed, and none is missing */
      whole: boolean;
    };
    CheckDto: {
      /** @description Of `DONE` */
      check: components['schemas']['CampaignCheckDto'] | null;
      /** @description Of `FAILED` */
      fault: components['schemas']['CheckFaultDto'] | null;
      /** @example 17 */
      id: string;
      /**
       * @description What is done of it, 0 to 1
       * @example 0.4
       */
      share: number;
      /**
       * @description `OPEN`: ask again; `STOPPED`: it was stopped, or the member began three others since
       * @enum {string}
       */
      state: 'OPEN' | 'DONE' | 'FAILED' | 'STOPPED';
    };
    CheckFaultDto: {
      /** @description At fault, where there is one */
      field: string | null;
      message: string;
    };
    CheckSamplesDto: {
      /**
       * @description A private attribute that the member may not see, for which nobody is shown
       * @example card
       */
      hidden: string | null;
      /** @description Of real recipients; who is gone meanwhile is absent */
      items: components['schemas']['PayloadDto'][];
    };
    CheckWarningDto: {
      /**
       * @description What it is
       * @example account_paused
       */
      code: string;
      /**
       * @description The field that it is about; empty: the whole
       * @example message.platforms
       */
      field: string;
      /**
       * Format: int64
       * @description Users, recipients, campaigns or seconds that it is about
       */
      n: number | null;
      /**
       * Format: int64
       * @description Of how many, or against which number
       */
      of: number | null;
      /**
       * @description `BLOCKING`: nothing could leave; `NOTE`: nothing has to be done
       * @enum {string}
       */
      severity: 'BLOCKING' | 'WARNING' | 'NOTE';
      /**
       * @description When it ends by itself
       * @example 2030-02-01T12:00:00.000Z
       */
      until: string | null;
      /**
       * @description A platform, channel, key of an account, attribute or campaign
       * @example apns
       */
      value: string | null;
    };
    ClauseCountDto: {
      /**
       * Format: int64
       * @description Users who match it, whatever else is asked; null: left out of a quick answer
       */
      alone: number | null;
      /** @description Nested clauses, of the same form */
      children: Record<string, never>[];
      /**
       * @description Its kind; `and`, `or` and `not` have children
       * @example profile
       */
      clause: string;
      /**
       * Format: int64
       * @description Users who match it and all before it; null below `or` and `not`, and after what was left out
       */
      remaining: number | null;
      /**
       * @description What it asks for
       * @example {
       *       "code": "city",
       *       "values": [
       *         "Izmir",
       *         "Ankara"
       *       ]
       *     }
       */
      wanted: {
        [key: string]: unknown;
      };
    };
    ClickActionDto: {
      /** @description Place in the app, with `@{attribute}` for values of the user */
      deeplink?: string;
      /** @description Page that is opened in a web view */
      url?: string;
    };
    ColumnDto: {
      blocks: components['schemas']['InnerBlockDto'][];
    };
    ComparedCampaignDto: {
      /**
       * Format: int64
       * @description Of a campaign; absent beside `target`
       * @example 1000
       */
      key?: number;
      /**
       * @description Of what is still written
       * @example {
       *       "sendToAll": true
       *     }
       */
      target?: components['schemas']['GroupedTargetDto'];
    };
    ComparedUsersDto: {
      /**
       * Format: int64
       * @description Users who match now; null: not counted
       */
      users: number | null;
    };
    ComposedCampaignDto: {
      /**
       * Format: int64
       * @description Users at most, drawn at random
       */
      limit?: number;
      /** @description What the server makes the HTML of an e-mail from, in place of `message.text` */
      mail?: components['schemas']['ComposedMailDto'];
      /**
       * @description As `message` of `sendBulkNotification`
       * @example {
       *       "title": "Spring sale",
       *       "text": "Everything 20 % off today",
       *       "platforms": [
       *         "IOS",
       *         "ANDROID"
       *       ]
       *     }
       */
      message: components['schemas']['ComposedContentDto'];
      /** @description When it is sent; absent: now */
      schedule?: components['schemas']['ScheduleDto'];
      /** @description How fast it goes; absent: as fast as the providers take it */
      speed?: components['schemas']['SpeedDto'];
      /**
       * @description As of a segment: several forms are combined with AND, groups stand in `all`, `any` and `none`
       * @example {
       *       "sendToAll": true
       *     }
       */
      target: components['schemas']['GroupedTargetDto'];
    } & {
      [key: string]: unknown;
    };
    ComposedContentDto: {
      /** @description Differences on Android */
      android?: components['schemas']['AndroidPartDto'];
      /** @description Beside `id` each button by its name: the address that it opens. For web push a set for each browser may stand under the name of its platform */
      buttonSet?: components['schemas']['ButtonSetDto'];
      /** @description Pages to swipe through, on iOS and Android */
      carousel?: components['schemas']['CarouselPageDto'][];
      /** @description Names or ids of categories: who opted out of one of them is left out */
      categories?: string | number | (string | number)[];
      /** @description One of the two */
      click?: components['schemas']['ClickActionDto'];
      /**
       * @description Live activity: its state (`content-state`), as the app declares it. Placeholders in texts are filled
       * @example {
       *       "homeTeamScore": 2,
       *       "awayTeamScore": 3
       *     }
       */
      contentState?: Record<string, never>;
      /** @description Delivered to the application as it is */
      customJson?: {
        [key: string]: unknown;
      };
      /** @description true: delivered to the app, and not shown in the notification center */
      doNotNotify?: boolean;
      /**
       * @description Of an e-mail, as `smsIysMessageType`
       * @example N
       */
      emailIysMessageType?: string;
      /**
       * @description Of an e-mail, as `smsIysRecipientType`
       * @example B
       */
      emailIysRecipientType?: string;
      /** @description Of an e-mail. Of a domain of the account's own; else the account's address sends and this one gets the answers */
      from?: string;
      /** @description Webhook that gets the results */
      hook?: components['schemas']['HookDto'];
      /** @description Icon of web pushes. Absent: `settings.iconUrl` of the application; without both a bulk send to CHROME or FIREFOX is refused */
      iconUrl?: string;
      /** @description Also stored in the inbox of the user */
      inbox?: boolean;
      /** @description true: a web push stays until it is clicked or closed */
      interactionRequired?: boolean;
      /** @description Differences on iOS */
      ios?: components['schemas']['IosPartDto'];
      /** @description Label of the reports */
      labels?: string;
      /** @description By name of the language, at most 200 */
      languages?: {
        [key: string]: components['schemas']['LanguagePartDto'];
      };
      /**
       * @description Live activity: its attributes (`attributes`), with which it starts
       * @example {
       *       "homeTeamName": "Aston Villa",
       *       "awayTeamName": "Chelsea"
       *     }
       */
      liveActAttr?: Record<string, never>;
      /**
       * @description Live activity: the type of its attributes (`attributes-type`), as the app declares it
       * @example MatchScoreAttributes
       */
      liveActAttrType?: string;
      /**
       * @description Live activity: `start`, `update` or `end`. Left out: `start` with `liveActAttr`, else `update`
       * @enum {string}
       */
      liveActEvent?: 'start' | 'update' | 'end';
      /**
       * @description Live activity: which of several of its type, as the app registered it. Left out: the newest
       * @example match-17
       */
      liveActId?: string;
      /**
       * @description With `@{attribute}` or `@{attribute|default}` for values of the user. Without a value the plain text is sent
       * @example Hi @{name|there}, you have @{points} points
       */
      personalizedMessage?: string;
      /** @description As `personalizedMessage`. Without a value the plain sub text is sent, or none */
      personalizedSubText?: string;
      /** @description Title of web pushes, as `personalizedMessage`. Without a value nothing is sent */
      personalizedTitle?: string;
      /** @description Where it goes */
      platforms: (
        | 'IOS'
        | 'ANDROID'
        | 'WP'
        | 'CHROME'
        | 'MACOS'
        | 'FIREFOX'
        | 'EDGE'
        | 'SAFARI'
        | 'YANDEX'
        | 'OPERA'
        | 'EMAIL'
        | 'SMS'
        | 'WHATSAPP'
        | 'HUAWEI'
        | 'CHAT'
      )[];
      /** @description Name of the sender of an e-mail */
      senderName?: string;
      /** @description Pages that change by themselves, on iOS and Android */
      slider?: components['schemas']['CarouselPageDto'][];
      /** @description Of a text message: one of the account's senders */
      smsHeader?: string;
      /**
       * @description Of a text message: `N` informs and is as `transactional`; any other value is commercial
       * @example N
       */
      smsIysMessageType?: string;
      /**
       * @description Of a text message: `B` for individuals, `T` for merchants. Kept, without effect
       * @example B
       */
      smsIysRecipientType?: string;
      /** @description Of an e-mail; the title where it is left out */
      subject?: string;
      /** @description Text that users see; the HTML of an e-mail, where `mail` does not stand in its place */
      text?: string;
      /** @description Notifications of one thread are shown as a group (iOS, Android) */
      threadId?: string;
      /** @description Name of the campaign; browsers and e-mails show it */
      title: string;
      /** @description What is followed of e-mails and text messages; absent: as the application has it */
      tracking?: components['schemas']['TrackingDto'];
      /**
       * @description Its e-mails and text messages inform and sell nothing, such as codes and receipts. They go also to users who refused commercial ones, never to a suppressed address
       * @example true
       */
      transactional?: boolean;
      /**
       * @description Days, hours or minutes: a number followed by d, h or m
       * @example 2h
       */
      ttl?: string;
      /**
       * @description `LIVE_ACTIVITY`: the message is one, for IOS alone. Others are not read
       * @example LIVE_ACTIVITY
       */
      type?: string;
      /** @description What the message is on WhatsApp */
      whatsapp?: components['schemas']['WhatsAppDto'];
      /** @description Large image of web pushes; begins with https */
      wpChromeImage?: string;
    };
    ComposedMailDto: {
      design?: components['schemas']['BlockMailDto'];
      /** @description By name of the language. One that the message has no part of is refused */
      languages?: {
        [key: string]: components['schemas']['MailContentDto'];
      };
      template?: components['schemas']['FilledTemplateDto'];
    };
    ComposedPayloadDto: {
      /** @description Attributes by which it differs between recipients */
      attributes: string[];
      /**
       * Format: int64
       * @description Size by the rule of its provider; null without a payload
       */
      bytes: number | null;
      /** @example apns */
      channel: string;
      /** @description Android: for installations whose app draws the notification */
      drawnByApp: boolean;
      /** @description Device of the user; null: an address, or nobody */
      installationId: string | null;
      /**
       * @description Null: the message itself
       * @example TURKISH
       */
      language: string | null;
      /**
       * Format: int64
       * @description Bytes that fit; null: another limit holds
       */
      limit: number | null;
      /**
       * @description As `language`, of what this address of the person gets, whatever is shown; null also of nobody
       * @example tr
       */
      ownLanguage: string | null;
      /** @description Null: it is not sent, by the reason */
      payload: {
        [key: string]: unknown;
      } | null;
      /** @example IOS */
      platform: string;
      /**
       * @description Why it is not sent
       * @example MISSING_ATTRIBUTE
       */
      reason: string | null;
      /** @description Of a text message */
      sms: components['schemas']['SmsSegmentsDto'] | null;
    };
    ComposePreviewDto: {
      /** @description By platform and language, or by address of the person */
      items: components['schemas']['ComposedPayloadDto'][];
      /** @description Payloads are those of the chosen person */
      person: boolean;
      /** @description Faults of the message, and what will surprise its author */
      warnings: components['schemas']['ComposeWarningDto'][];
    };
    ComposeQuestionDto: {
      /**
       * @description Whose payloads are shown; absent: those of somebody without attributes
       * @example ada
       */
      extId?: string;
      /**
       * @description In which the person is shown it: a name of `message.languages`; empty: the texts of the message itself; absent: as each address has it
       * @example tr
       */
      language?: string;
      /** @description What the server makes the HTML of an e-mail from, in place of `message.text` */
      mail?: components['schemas']['ComposedMailDto'];
      /**
       * @description As `message` of `sendBulkNotification`
       * @example {
       *       "title": "Spring sale",
       *       "text": "Everything 20 % off today",
       *       "platforms": [
       *         "IOS",
       *         "ANDROID"
       *       ]
       *     }
       */
      message: components['schemas']['ComposedContentDto'];
    };
    ComposeTestDto: {
      /**
       * @description Who gets it, at most 20
       * @example [
       *       "ada"
       *     ]
       */
      extIds: string[];
      /**
       * @description A name of `message.languages`; empty: the texts of the message itself; absent: as each person has it
       * @example tr
       */
      language?: string;
      /** @description What the server makes the HTML of an e-mail from, in place of `message.text` */
      mail?: components['schemas']['ComposedMailDto'];
      /**
       * @description As `message` of `sendBulkNotification`
       * @example {
       *       "title": "Spring sale",
       *       "text": "Everything 20 % off today",
       *       "platforms": [
       *         "IOS",
       *         "ANDROID"
       *       ]
       *     }
       */
      message: components['schemas']['ComposedContentDto'];
    };
    ComposeWarningDto: {
      /** @description The message cannot be sent so */
      blocks: boolean;
      /**
       * @description What it is; of a refusal its code
       * @example missing_value
       */
      code: string;
      /**
       * @description The field that it is about; empty: the whole
       * @example message.text
       */
      field: string;
      /**
       * @description For people
       * @example ada has no value of city
       */
      text: string;
      /**
       * @description Name or number that it is about
       * @example city
       */
      value: string | null;
    };
    ConditionDto: {
      /**
       * @description Dates from hours or days before now (`30d`), after now (`+7d`), or from an instant on
       * @example 30d
       */
      $after?: number | string;
      /** @description All of these conditions */
      $and?: components['schemas']['ConditionDto'][];
      /**
       * @description Dates earlier than hours or days before now (`30d`), after now (`+7d`), or than an instant
       * @example 30d
       */
      $before?: number | string;
      /**
       * @description From the first to the second, both included
       * @example [
       *       18,
       *       24
       *     ]
       */
      $between?: (number | string)[];
      /** @description A text with this in it, or with one of several. Upper and lower case differ */
      $contains?: string | string[];
      /** @description Whether the user has a value. An empty array is none */
      $exists?: boolean;
      /** @description Above */
      $gt?: number | string;
      /** @description From, included */
      $gte?: number | string;
      /** @description Below */
      $lt?: number | string;
      /** @description Up to, included */
      $lte?: number | string;
      /** @description None of these conditions */
      $nor?: components['schemas']['ConditionDto'][];
      /** @description Users whom this does not fit */
      $not?: (string | number | boolean) | (string | number | boolean)[] | components['schemas']['ConditionDto'];
      /** @description At least one of these conditions */
      $or?: components['schemas']['ConditionDto'][];
    } & {
      [key: string]: unknown;
    };
    ConditionsDto: {
      /** @description All of these conditions */
      $and?: components['schemas']['ConditionsDto'] | components['schemas']['ConditionsDto'][];
      /** @description None of these conditions */
      $nor?: components['schemas']['ConditionsDto'] | components['schemas']['ConditionsDto'][];
      /** @description Users whom these conditions, taken together, do not fit */
      $not?: components['schemas']['ConditionsDto'] | components['schemas']['ConditionsDto'][];
      /** @description At least one of these conditions */
      $or?: components['schemas']['ConditionsDto'] | components['schemas']['ConditionsDto'][];
    } & {
      [key: string]:
        (string | number | boolean) | (string | number | boolean)[] | components['schemas']['ConditionDto'];
    };
    ConfirmDto: {
      /** @description The extId of the user, as the member typed it */
      confirm: string;
    };
    ConfirmErasureDto: {
      /**
       * @description The name of the application, as the member typed it
       * @example shop
       */
      confirm: string;
    };
    ConsentChangeDto: {
      /**
       * @description What it is about
       * @enum {string}
       */
      kind: 'channel' | 'category';
      /**
       * @description PUSH, EMAIL, SMS, or the name of a category
       * @example EMAIL
       */
      subject: string;
      /** @description Whether the user takes such messages */
      value: boolean;
    };
    DayFiguresDto: {
      /**
       * @description In UTC
       * @example 2030-02-01
       */
      day: string;
      /**
       * Format: int64
       * @description Failed for good
       */
      failed: number;
      /** @example IOS */
      platform: string;
      /**
       * Format: int64
       * @description Accepted by providers
       */
      sent: number;
    };
    DecideSendDto: {
      /** @description Of the request that was read */
      hash: string;
    };
    DensityCellDto: {
      /**
       * Format: int64
       * @description Devices that were last there
       */
      devices: number;
      /** @description Southern border, degrees */
      latitude: number;
      /** @description Western border, degrees */
      longitude: number;
    };
    DescribedSegmentDto: {
      /**
       * @description Campaigns name it
       * @example Loyal customers
       */
      name: string;
      /**
       * @description As in the application file
       * @example {
       *       "profile": {
       *         "city": [
       *           "Izmir"
       *         ]
       *       },
       *       "tag": "vip"
       *     }
       */
      target: {
        [key: string]: unknown;
      };
    };
    DeviceDensityDto: {
      /** @description The fullest first; cells with few devices are left out */
      cells: components['schemas']['DensityCellDto'][];
      /**
       * Format: int64
       * @description Cells with fewer devices are left out
       */
      least: number;
      /** @description Of each cell */
      size: components['schemas']['CellSizeDto'];
    };
    DraftContentDto: {
      /**
       * @description The form, at most 500,000 bytes as JSON. It comes back as it was
       * @example {
       *       "form": 1,
       *       "fields": {
       *         "name": "Spring sale"
       *       }
       *     }
       */
      body: {
        [key: string]: unknown;
      };
      /**
       * @description For the list; empty while it has none
       * @example Spring sale
       */
      name: string;
    };
    DraftDeleteDto: {
      /**
       * Format: int64
       * @description Version that was seen
       * @example 4
       */
      version: number;
    };
    DraftDto: {
      /**
       * @description The form; empty once it was launched
       * @example {
       *       "form": 1,
       *       "fields": {
       *         "name": "Spring sale"
       *       }
       *     }
       */
      body: {
        [key: string]: unknown;
      };
      /** @example 2030-02-01T12:00:00.000Z */
      changedAt: string;
      /** @description Who saved or launched it last */
      changedBy: components['schemas']['DraftWriterDto'];
      /** @example 12 */
      id: string;
      /**
       * @description Key of the campaign that it became; null: it is open
       * @example 1234
       */
      launchedAs: string | null;
      /** @example 2030-02-01T12:00:00.000Z */
      madeAt: string;
      /** @description Who began it */
      madeBy: components['schemas']['DraftWriterDto'];
      /** @example Spring sale */
      name: string;
      /**
       * Format: int64
       * @description Counts the saves
       * @example 4
       */
      version: number;
    };
    DraftPageDto: {
      /**
       * @description false: the page leaves. What says nothing for 20 seconds has left too
       * @example true
       */
      isOpen: boolean;
      /**
       * Format: int64
       * @description Tells the pages of one member apart
       * @example 3
       */
      tab: number;
    };
    DraftReadersDto: {
      /** @description Other members who have the draft open, by name */
      items: components['schemas']['DraftWriterDto'][];
    };
    DraftSaveDto: {
      /**
       * @description The form, at most 500,000 bytes as JSON. It comes back as it was
       * @example {
       *       "form": 1,
       *       "fields": {
       *         "name": "Spring sale"
       *       }
       *     }
       */
      body: {
        [key: string]: unknown;
      };
      /**
       * @description For the list; empty while it has none
       * @example Spring sale
       */
      name: string;
      /**
       * Format: int64
       * @description Version that was changed: where another one is there, it is refused
       * @example 4
       */
      version: number;
    };
    DraftsDto: {
      /** @description Open ones, the one that was changed last first; there are at most 200 */
      items: components['schemas']['ListedDraftDto'][];
    };
    DraftStateDto: {
      /** @example 2030-02-01T12:00:00.000Z */
      changedAt: string;
      /** @description Who saved or launched it last */
      changedBy: components['schemas']['DraftWriterDto'];
      /** @example 12 */
      id: string;
      /**
       * @description Key of the campaign that it became; null: it is open
       * @example 1234
       */
      launchedAs: string | null;
      /** @example 2030-02-01T12:00:00.000Z */
      madeAt: string;
      /** @description Who began it */
      madeBy: components['schemas']['DraftWriterDto'];
      /** @example Spring sale */
      name: string;
      /**
       * Format: int64
       * @description Counts the saves
       * @example 4
       */
      version: number;
    };
    DraftWriterDto: {
      /**
       * @description Id of the member
       * @example 7
       */
      id: string;
      /** @example Ada */
      name: string;
    };
    DrillChannelDto: {
      /**
       * Format: int64
       * @description Whose message a simulator took
       */
      arrived: number;
      /**
       * @example apns
       * @enum {string}
       */
      channel: 'apns' | 'fcm' | 'webpush' | 'smtp' | 'sms' | 'whatsapp' | 'hms' | 'chat';
      /**
       * Format: int64
       * @description Failed for good, by the ledger
       */
      failed: number;
      /**
       * Format: int64
       * @description Listed as in doubt
       */
      listed: number;
      /**
       * Format: int64
       * @description Sent by the ledger and never taken, or without a result
       */
      lost: number;
      /**
       * Format: int64
       * @description With a final result
       */
      recipients: number;
      /**
       * Format: int64
       * @description Sent, by the ledger
       */
      sent: number;
      /**
       * Format: int64
       * @description Left without a message
       */
      skipped: number;
      /**
       * Format: int64
       * @description Taken more than once
       */
      twice: number;
      /**
       * Format: int64
       * @description Taken more than once and not listed
       */
      unlisted: number;
    };
    DrillDto: {
      /** @description When it was asked for */
      at: string;
      /** @description Who asked for it */
      by: components['schemas']['ActorDto'];
      /** @description Key of the copy; null before it is sent */
      copyKey: string | null;
      /** @description When it was judged */
      endedAt: string | null;
      /** @example 1 */
      id: string;
      /** @description What goes wrong */
      plan: components['schemas']['DrillPlanDto'];
      /**
       * @description FAILED: it could not be judged
       * @enum {string}
       */
      state: 'ASKED' | 'RUNNING' | 'JUDGED' | 'FAILED';
      /** @description Null before */
      verdict: components['schemas']['DrillVerdictDto'] | null;
      /** @description Why it could not be judged */
      why?: string;
    };
    DrillListDto: {
      /** @description The newest first, at most 20 */
      items: components['schemas']['DrillDto'][];
      /** @description Whether one can begin: the campaign is over, and all its accounts are simulated */
      possible: boolean;
      /** @description While a copy is under way */
      wait?: components['schemas']['DrillWaitDto'];
    };
    DrillPlanDto: {
      /**
       * @description Connection cut, half of the times after the message was taken
       * @default 0.05
       * @example 0.05
       */
      reset: number;
      /**
       * Format: int64
       * @description Users at most, drawn evenly from the target
       * @default 1000
       * @example 1000
       */
      size: number;
      /**
       * @description Taken, and never answered
       * @default 0.02
       * @example 0.02
       */
      timeout: number;
      /**
       * @description Answered with 503, or 451 by the mail server
       * @default 0.2
       * @example 0.2
       */
      unavailable: number;
    };
    DrillVerdictDto: {
      /**
       * Format: int64
       * @description Whose message a simulator took
       */
      arrived: number;
      /** @description The same by channel */
      channels: components['schemas']['DrillChannelDto'][];
      /**
       * Format: int64
       * @description Failed for good, by the ledger
       */
      failed: number;
      /**
       * Format: int64
       * @description Listed as in doubt
       */
      listed: number;
      /**
       * Format: int64
       * @description Sent by the ledger and never taken, or without a result
       */
      lost: number;
      /**
       * Format: int64
       * @description Recipients of the copy
       */
      planned: number;
      /**
       * Format: int64
       * @description With a final result
       */
      recipients: number;
      /**
       * Format: int64
       * @description From the start to the verdict
       */
      seconds: number;
      /**
       * Format: int64
       * @description Sent, by the ledger
       */
      sent: number;
      /**
       * Format: int64
       * @description Left without a message
       */
      skipped: number;
      /**
       * Format: int64
       * @description Taken more than once
       */
      twice: number;
      /**
       * Format: int64
       * @description Taken more than once and not listed
       */
      unlisted: number;
      /**
       * Format: int64
       * @description Still without a result when it was judged, after 45 minutes
       */
      waiting: number;
    };
    DrillWaitDto: {
      /** @description When the last of them is tried again */
      lastAt: string | null;
      /** @description When the first of them is tried again */
      nextAt: string | null;
      /**
       * Format: int64
       * @description Without a final result
       */
      open: number;
      /**
       * Format: int64
       * @description Recipients of the copy
       */
      planned: number;
      /**
       * Format: int64
       * @description Of those, refused or cut, and waiting to be tried again
       */
      retries: number;
    };
    EarlierTemplateDto: {
      /** @example 2030-02-01T12:00:00.000Z */
      changedAt: string;
      /**
       * @description Who saved it last
       * @example Ada
       */
      changedBy: string;
      /** @description Of `blocks` */
      design?: components['schemas']['BlockMailDto'];
      /** @description What it or the newest alone says, at most 100. None and not `isSame`: the look alone is another one */
      differences: components['schemas']['TemplateDifferenceDto'][];
      /** @description Addresses of pictures that it shows and that were deleted */
      gonePictures: string[];
      /** @description Of `html` */
      html?: string;
      /** @example 12 */
      id: string;
      /** @description It says what the newest says, to the last character */
      isSame: boolean;
      /** @enum {string} */
      kind: 'html' | 'blocks';
      /** @example Newsletter */
      name: string;
      /** @example 2030-02-01T12:00:00.000Z */
      savedAt: string;
      /**
       * @description Who saved it
       * @example Ada
       */
      savedBy: string;
      /**
       * Format: int64
       * @description The version that is shown
       * @example 2
       */
      shown: number;
      /**
       * Format: int64
       * @description The newest; it counts the saves
       * @example 4
       */
      version: number;
    };
    EditedSegmentDto: {
      /** @description Names this version of the target */
      base: string;
      /**
       * @description When it was calculated last; null: never
       * @example 2030-02-01T12:00:00.000Z
       */
      calculatedAt: string | null;
      /** @example 7 */
      id: string;
      /** @description false: the application file alone changes segments (`settings.panelMayEdit`) */
      mayEdit: boolean;
      /** @example Loyal customers */
      name: string;
      /** @description Why it failed, or why it has nobody */
      reason: string | null;
      /** @description The last 90 days; those without a calculation are missing */
      sizes: components['schemas']['SegmentSizeDto'][];
      /**
       * @description WAITING: for its first calculation; FAILED: the last one did not work
       * @enum {string}
       */
      state: 'WAITING' | 'READY' | 'FAILED';
      /**
       * @description As in the application file
       * @example {
       *       "profile": {
       *         "city": [
       *           "Izmir"
       *         ]
       *       },
       *       "tag": "vip"
       *     }
       */
      target: {
        [key: string]: unknown;
      };
      /**
       * @example STANDARD
       * @enum {string}
       */
      type: 'STANDARD' | 'PRODUCT_SEGMENT' | 'PREDICT_SEGMENT';
      /**
       * Format: int64
       * @description Members now
       */
      users: number;
      /** @description What names it */
      uses: components['schemas']['SegmentUseDto'][];
    };
    ErasedDto: {
      /** @description How many rows went, by table */
      counts: {
        [key: string]: unknown;
      };
      /** @description Number of the receipt, which proves the erasure */
      receiptId: string;
    };
    ErasedListReceiptDto: {
      /**
       * Format: int64
       * @description ExtIds that were asked for
       */
      asked: number;
      /** @description How many rows went, by table */
      counts: {
        [key: string]: unknown;
      };
      /** @description When it began */
      erasedAt: string;
      /** @description Proves the erasure */
      receiptId: string;
      /**
       * Format: int64
       * @description Users that there were
       */
      users: number;
    };
    ErasureListDto: {
      /** @description Whether the application may erase people for good */
      granted: boolean;
      /** @description The newest first; they name nobody */
      items: components['schemas']['ErasedListReceiptDto'][];
      /** @description Cursor of the next page; null at the end */
      next: string | null;
    };
    ErasureListRowDto: {
      /**
       * Format: int64
       * @description ExtIds, each once
       */
      asked: number;
      /** @description Who confirmed it, before that who brought it */
      by: string;
      /** @example 2030-02-01T12:00:00.000Z */
      createdAt: string;
      /**
       * Format: int64
       * @description ExtIds that are erased
       */
      done: number;
      /** @description Why it failed */
      fault: string | null;
      /** @example 2030-02-01T12:00:10.000Z */
      finishedAt: string | null;
      /**
       * Format: int64
       * @description Users among them when they were counted
       */
      known: number;
      /** @description Of the list, and of the receipt of its erasure */
      receiptId: string;
      /**
       * Format: int64
       * @description Lines beside them, which name one again
       */
      repeated: number;
      /** @enum {string} */
      state: 'COUNTED' | 'WAITING' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'STOPPED';
      /**
       * Format: int64
       * @description Users among these
       */
      users: number;
    };
    ErasureListsDto: {
      /** @description The newest twenty; they name nobody */
      items: components['schemas']['ErasureListRowDto'][];
    };
    EventClauseDto: {
      /**
       * Format: int64
       * @description Times; 1 when left out
       */
      atLeast?: number;
      /** @description A day or an instant of ISO 8601 */
      from?: string;
      /** @description Code or name of an event */
      name: string;
      /** @description true: all other users */
      not?: boolean;
      /** @description A day, which counts whole, or an instant of ISO 8601 */
      to?: string;
      /** @description Attributes of the event, which combine with AND */
      where?: {
        [key: string]:
          (string | number | boolean) | (string | number | boolean)[] | components['schemas']['AttributeTestDto'];
      };
      /** @description Hours or days before now */
      within?: string;
    } & {
      [key: string]: unknown;
    };
    ExportColumnDto: {
      /** @example city */
      code: string;
      /** @description What people call it */
      label: string | null;
      /** @description Needs `users.private` */
      private: boolean;
    };
    ExportColumnListDto: {
      /** @description Those that the member may export */
      items: components['schemas']['ExportColumnDto'][];
    };
    FilledTemplateDto: {
      /** @example 12 */
      id: string;
      regions: components['schemas']['RegionValueDto'][];
      /**
       * Format: int64
       * @description A template that was changed since stays here as it was
       */
      version: number;
    };
    FoundUserDto: {
      /**
       * Format: int64
       * @description All installations; null of a visitor
       */
      devices: number | null;
      /** @description Null: an anonymous visitor, without a page */
      extId: string | null;
      /** @description Of the profile */
      names: string | null;
      /**
       * @description Herald's id of the user
       * @example 1024
       */
      uid: string;
    };
    FoundUserListDto: {
      /** @description At most 20 */
      items: components['schemas']['FoundUserDto'][];
      /** @description Always null: there is one page */
      next: string | null;
    };
    FunnelRowDto: {
      /**
       * Format: int64
       * @description Recipients that clicked
       */
      clicked: number;
      /**
       * Format: int64
       * @description Null: opens of the platform are not told
       */
      opened: number | null;
      /**
       * Format: int64
       * @description Recipients with a result
       */
      planned: number;
      /** @example IOS */
      platform: string;
      /**
       * Format: int64
       * @description By their devices; null: none told
       */
      received: number | null;
      /**
       * Format: int64
       * @description Accepted by the provider
       */
      sent: number;
    };
    GeofenceAddedDto: {
      /**
       * Format: int64
       * @description Below 2^31
       */
      id: number;
    };
    GeofenceDto: {
      /**
       * @description Names of groups
       * @example [
       *       "istanbul"
       *     ]
       */
      groups: string[];
      /**
       * @description Degrees
       * @example 41.0256
       */
      latitude: number;
      /**
       * @description Degrees
       * @example 28.9742
       */
      longitude: number;
      /**
       * @description In the unit
       * @example 500
       */
      radius: number;
      /**
       * @description Names one geofence of the application
       * @example Galata
       */
      title: string;
      /**
       * @description Of the radius
       * @enum {string}
       */
      unit: 'KM' | 'Miles' | 'Meters';
    };
    GeofenceFileDto: {
      /** @description false: tells what would be added, and changes nothing */
      run: boolean;
      /** @description GeoJSON or CSV, at most 5000 geofences */
      text: string;
    };
    GeofenceGroupDto: {
      /**
       * Format: int64
       * @description Geofences that have it
       */
      geofences: number;
      /** @description Its name */
      name: string;
    };
    GeofenceImportDto: {
      /**
       * Format: int64
       * @description Geofences that are new
       */
      added: number;
      /** @description By line */
      refused: components['schemas']['RefusedGeofenceDto'][];
    };
    GeofenceListDto: {
      /** @description All groups */
      groups: components['schemas']['GeofenceGroupDto'][];
      /** @description By title */
      items: components['schemas']['ListedGeofenceDto'][];
      /** @description false: the application file alone changes them */
      mayEdit: boolean;
      /** @description Cursor of the next page; null at the end */
      next: string | null;
    };
    GrantDto: {
      /**
       * @description Key of an application; absent: all of them, later ones too
       * @example shop
       */
      app?: string;
      /**
       * @description Name of a role
       * @example marketer
       * @enum {string}
       */
      role: 'owner' | 'admin' | 'marketer' | 'importer' | 'approver' | 'analyst' | 'support' | 'operator';
    };
    GrantsChangeDto: {
      /** @description All grants from now on, in the applications whose members the caller looks after */
      grants: components['schemas']['GrantDto'][];
    };
    GroupChangedDto: {
      /**
       * Format: int64
       * @description Geofences that had the group
       */
      changed: number;
    };
    GroupChangeDto: {
      /** @description The group */
      name: string;
      /** @description Its new name; absent: the group goes, its geofences stay */
      newName?: string;
    };
    GroupedTargetDto: {
      /** @description Users of all of these targets */
      all?: components['schemas']['GroupedTargetDto'][];
      /** @description Users of at least one of these targets */
      any?: components['schemas']['GroupedTargetDto'][];
      /** @description What users did */
      event?: components['schemas']['EventClauseDto'] | components['schemas']['EventClauseDto'][];
      /** @description When the user was first seen */
      firstSeen?: components['schemas']['SeenDto'];
      /**
       * @description Attribute of devices to value, values or operators; each condition asks whether the user has such a device. Attributes: platform, pushPermitted, deviceModel, osVersion, appVersion, language, timeZone, country
       * @example {
       *       "platform": "IOS",
       *       "language": [
       *         "tr",
       *         "en"
       *       ],
       *       "appVersion": {
       *         "$gte": "2.10"
       *       }
       *     }
       */
      installation?: components['schemas']['ConditionsDto'];
      /** @description When the user was last seen */
      lastSeen?: components['schemas']['SeenDto'];
      /** @description Users with a device in this circle */
      location?: components['schemas']['TargetLocationDto'];
      /** @description Users of none of these targets */
      none?: components['schemas']['GroupedTargetDto'][];
      /** @description What users did with products */
      product?: components['schemas']['ProductClauseDto'] | components['schemas']['ProductClauseDto'][];
      /**
       * @description Attribute code to value, values or operators ($exists, $gt, $gte, $lt, $lte, $between, $before, $after, $contains, $not, $nor, $and, $or); combined with AND. `platform` and `appVersion` are those of any device of the user
       * @example {
       *       "age": {
       *         "$gte": 18
       *       },
       *       "city": [
       *         "Izmir",
       *         "Ankara"
       *       ],
       *       "lastSeen": {
       *         "$after": "30d"
       *       }
       *     }
       */
      profile?: components['schemas']['ConditionsDto'];
      /** @description Users whom a message on one of these platforms reaches: with a device that takes pushes, or an address whose messages they have not refused; `$or`, `$and` and `$not` combine them */
      reachable?:
        | (
            | 'IOS'
            | 'ANDROID'
            | 'WP'
            | 'CHROME'
            | 'MACOS'
            | 'FIREFOX'
            | 'EDGE'
            | 'SAFARI'
            | 'YANDEX'
            | 'OPERA'
            | 'EMAIL'
            | 'SMS'
            | 'WHATSAPP'
            | 'HUAWEI'
            | 'CHAT'
          )
        | (
            | 'IOS'
            | 'ANDROID'
            | 'WP'
            | 'CHROME'
            | 'MACOS'
            | 'FIREFOX'
            | 'EDGE'
            | 'SAFARI'
            | 'YANDEX'
            | 'OPERA'
            | 'EMAIL'
            | 'SMS'
            | 'WHATSAPP'
            | 'HUAWEI'
            | 'CHAT'
          )[]
        | components['schemas']['ReachableDto'];
      /** @description Members of one of these segments; `$or`, `$and` and `$not` combine them */
      segment?: string | string[] | components['schemas']['NamesDto'];
      /** @description true: everybody */
      sendToAll?: boolean;
      /** @description Users with one of these tags; `$or`, `$and` and `$not` combine them */
      tag?: string | string[] | components['schemas']['NamesDto'];
    } & {
      [key: string]: unknown;
    };
    HomeAccountDto: {
      /**
       * @description Its name: the channel, or `channel:name` for a further account of it
       * @example fcm
       */
      account: string;
      /** @example fcm */
      channel: string;
      /** @description Why it does not send */
      reason: string | null;
      /**
       * @description Whether it sends
       * @enum {string}
       */
      state: 'READY' | 'RESTING' | 'PAUSED';
      /** @description When it is tried again */
      until: string | null;
    };
    HomeDraftDto: {
      /** @example 2030-02-01T12:00:00.000Z */
      changedAt: string;
      /** @example 12 */
      id: string;
      /** @example Spring sale */
      name: string;
    };
    HomeTokenLimitDto: {
      /**
       * @description Of the campaign
       * @example 1234
       */
      key: string;
      /** @example Spring sale */
      name: string | null;
      /**
       * Format: int64
       * @description Tokens that are dead for their provider, and stay in use
       */
      tokens: number;
    };
    HookDto: {
      /** @description Of a webhook of the application */
      name: string;
      /** @description Sent with the results. Placeholders are filled from the parameters of the send */
      params?: {
        [key: string]: string;
      };
    };
    ImportAttributeDto: {
      array: boolean;
      /** @example city */
      code: string;
      /** @example STRING */
      dataType: string;
      /**
       * @description As people call it
       * @example City
       */
      label: string | null;
    };
    ImportColumnDto: {
      /** @description Different values of its first lines */
      examples: string[];
      /**
       * @description What it means by its name alone
       * @enum {string}
       */
      kind: 'FIELD' | 'ATTRIBUTE' | 'UNKNOWN';
      /** @example city */
      name: string;
      /** @description The field, or the code of the attribute */
      target: string | null;
    };
    ImportColumnsDto: {
      /** @description Attributes that a column may be */
      attributes: components['schemas']['ImportAttributeDto'][];
      /** @description Of CSV */
      columns: components['schemas']['ImportColumnDto'][];
      /** @example , */
      delimiter: string | null;
      /** @description Fields that a column may be */
      fields: string[];
    };
    ImportCountsDto: {
      /**
       * Format: int64
       * @description Users that differ from their lines
       * @example 90
       */
      changed: number;
      /**
       * Format: int64
       * @description Users that do not exist yet
       * @example 900
       */
      created: number;
      /**
       * Format: int64
       * @description Lines that were read
       * @example 1000
       */
      lines: number;
      /**
       * Format: int64
       * @description Lines with a fault
       * @example 3
       */
      refused: number;
      /**
       * Format: int64
       * @description Of a check: users whose lines lie far apart, for whom changed is an estimate
       * @example 0
       */
      repeated: number;
      /**
       * Format: int64
       * @description Lines that the mapping leaves out
       * @example 0
       */
      skipped: number;
      /**
       * Format: int64
       * @description Users that are as their lines say
       * @example 7
       */
      unchanged: number;
    };
    ImportFaultDto: {
      /**
       * @description Column of the file; null: none, or not known
       * @example Age
       */
      column: string | null;
      /**
       * @description Field at fault; empty for the line as a whole
       * @example profile.age
       */
      field: string;
      /**
       * Format: int64
       * @description The first of them
       * @example 41
       */
      firstLine: number;
      /**
       * Format: int64
       * @description Lines with it
       * @example 3
       */
      lines: number;
      /**
       * @description Without the value
       * @example Field 'profile.age' should be of type INT
       */
      reason: string;
    };
    ImportFaultListDto: {
      /** @description Of refused lines, the most frequent first, at most 50 */
      items: components['schemas']['ImportFaultDto'][];
    };
    ImportHeadDto: {
      /**
       * @description Of CSV; absent: as found
       * @enum {string}
       */
      delimiter?: ',' | ';' | '\t' | '|';
      /** @enum {string} */
      format: 'csv' | 'ndjson';
      /**
       * @description The first bytes of the file, with its whole first line, as base64
       * @example ZXh0SWQK
       */
      head: string;
    };
    ImportLineDto: {
      /**
       * @description Column of the file; null: none, or not known
       * @example Age
       */
      column: string | null;
      /** @example profile.age */
      field: string;
      /**
       * Format: int64
       * @description Number of the line in the file, from 1
       * @example 41
       */
      line: number;
      /** @example Field 'profile.age' should be of type INT */
      reason: string;
    };
    ImportLinePageDto: {
      /** @description In the order of the file */
      items: components['schemas']['ImportLineDto'][];
      /** @description Cursor of the next page; null at the end */
      next: string | null;
    };
    ImportPageDto: {
      /** @description The newest first */
      items: components['schemas']['ImportRowDto'][];
      /** @description Cursor of the next page; null at the end */
      next: string | null;
    };
    ImportRowDto: {
      /** @description A check: nothing is changed, the counts are what would be */
      check: boolean;
      /** @description Of a run: what its check said */
      checked: components['schemas']['ImportCountsDto'] | null;
      counts: components['schemas']['ImportCountsDto'];
      /** @example 2030-02-01T12:00:00.000Z */
      createdAt: string;
      /** @description Why it failed */
      fault: string | null;
      /** @example users.csv */
      fileName: string | null;
      /** @example 2030-02-01T12:00:10.000Z */
      finishedAt: string | null;
      /** @enum {string} */
      format: 'csv' | 'ndjson';
      /** @example 17 */
      id: string;
      /**
       * Format: int64
       * @example 5200
       */
      linesPerSecond: number;
      /**
       * Format: int64
       * @description Bytes that are done
       * @example 20480
       */
      position: number;
      /** @description A check that has ended, and may be run now */
      runnable: boolean;
      /**
       * Format: int64
       * @example 12
       */
      secondsLeft: number | null;
      /**
       * Format: int64
       * @description Bytes of the file
       * @example 204800
       */
      size: number;
      /** @enum {string} */
      state: 'WAITING' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'STOPPED';
      /**
       * @description Of everybody in the file
       * @example November
       */
      tag: string | null;
    };
    InnerBlockDto: {
      /** @enum {string} */
      align?: 'left' | 'center';
      /** @description What a picture shows, for readers who do not see it */
      alt?: string;
      /**
       * Format: int64
       * @description Of a heading: 1 is the title of the mail
       */
      level?: number;
      /** @description What a button or picture opens: http, https, mailto, tel, or a placeholder */
      link?: string;
      /** @description Of a heading or text, in place of `text`: paragraphs with bold, italic, links */
      rich?: components['schemas']['RichParagraphDto'][];
      /** @description Plain text, with placeholders */
      text?: string;
      /** @enum {string} */
      type: 'heading' | 'text' | 'image' | 'button' | 'divider';
      /**
       * @description Address of a picture
       * @example https://push.example.com/m/….png
       */
      url?: string;
    };
    InvitedMemberDto: {
      link: components['schemas']['MemberLinkDto'];
      member: components['schemas']['MemberDto'];
    };
    InviteMemberDto: {
      /**
       * @description Who may approve campaigns is told of requests by it; nobody is found by it
       * @example ada@example.com
       */
      email?: string;
      /** @description What the member may do where */
      grants: components['schemas']['GrantDto'][];
      /**
       * @description Shown to other members
       * @example Ada
       */
      name: string;
    };
    IosPartDto: {
      /** @description Number on the icon of the app; true is 1 */
      badge?: boolean | number;
      /** @description Pages to swipe through */
      carousel?: components['schemas']['CarouselPageDto'][];
      /**
       * Format: int64
       * @description Of a bulk send: users of this platform at most, drawn at random
       */
      limit?: number;
      /** @description Image, video or sound that is shown with it */
      mediaUrl?: string;
      /** @description Pages that change by themselves */
      slider?: components['schemas']['CarouselPageDto'][];
      /** @description Of the sounds of the application, or `default` */
      sound?: string;
      /** @description Second line of the title */
      subtitle?: string;
      /** @description Small image beside the text */
      thumbnailUrl?: string;
      /** @description Title of the notification */
      title?: string;
    };
    KeyDto: {
      /** @description Null: any address */
      addresses: string[] | null;
      /** @example 2030-02-01T12:00:00.000Z */
      createdAt: string;
      /** @description When it ends or ended; null: it is current */
      endsAt: string | null;
      /** @description Null: it does not expire */
      expiresAt: string | null;
      /** @example 3 */
      id: string;
      /**
       * @example rest
       * @enum {string}
       */
      kind: 'rest' | 'mobile' | 'js';
      /** @description Null: no use is noted */
      lastUsedAt: string | null;
      /** @example backend */
      name: string;
      /** @description Null: any page */
      origins: string[] | null;
      /** @description The begin of the secret, to tell keys apart */
      prefix: string;
      /** @description Null: all of its kind */
      scopes: string[] | null;
    };
    KeyListDto: {
      /** @description Ended ones too */
      items: components['schemas']['KeyDto'][];
    };
    KeySecretDto: {
      key: components['schemas']['KeyDto'];
      /** @description It is told once, and stored nowhere */
      secret: string;
    };
    LackingValueDto: {
      /**
       * Format: int64
       * @description Of those who were looked at
       */
      n: number;
      /** @example city */
      name: string;
    };
    LanguagePartDto: {
      /** @description What a tap opens in this language */
      click?: components['schemas']['ClickActionDto'];
      /** @description Text in this language */
      text?: string;
      /** @description Title in this language */
      title?: string;
    };
    LaunchedDto: {
      /**
       * @description Key of the campaign or message
       * @example 1234
       */
      key: string;
      /** @description It waits for an approval; nothing leaves before */
      waits: boolean;
    };
    LeftOutCountDto: {
      /**
       * @description `push`, `email`, `sms`; `any`: the whole
       * @example push
       */
      kind: string;
      /** @example OPTED_OUT */
      reason: string;
      /**
       * Format: int64
       * @description Users who match and are not planned
       */
      users: number;
    };
    LineDto: {
      /**
       * @description Whether it stays; `gap`: lines that stay are left out
       * @enum {string}
       */
      sign: 'same' | 'add' | 'remove' | 'gap';
      /** @example - name: News */
      text: string;
    };
    LinkTokenDto: {
      /**
       * @description Of the link, behind `#link=`
       * @example q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng
       */
      token: string;
    };
    ListedDraftDto: {
      /**
       * @description When it is to be sent, as it was typed by the clock of who wrote it; null: at once
       * @example 2030-02-01T15:30
       */
      at: string | null;
      /** @example 2030-02-01T12:00:00.000Z */
      changedAt: string;
      /** @description Who saved or launched it last */
      changedBy: components['schemas']['DraftWriterDto'];
      /** @example 12 */
      id: string;
      /** @description By the clock of each person */
      isLocal: boolean;
      /**
       * @description Key of the campaign that it became; null: it is open
       * @example 1234
       */
      launchedAs: string | null;
      /** @example 2030-02-01T12:00:00.000Z */
      madeAt: string;
      /** @description Who began it */
      madeBy: components['schemas']['DraftWriterDto'];
      /** @example Spring sale */
      name: string;
      /**
       * Format: int64
       * @description Counts the saves
       * @example 4
       */
      version: number;
    };
    ListedGeofenceDto: {
      /**
       * @description Names of groups
       * @example [
       *       "istanbul"
       *     ]
       */
      groups: string[];
      /**
       * Format: int64
       * @description Below 2^31
       */
      id: number;
      /**
       * @description Degrees
       * @example 41.0256
       */
      latitude: number;
      /**
       * @description Degrees
       * @example 28.9742
       */
      longitude: number;
      /**
       * @description In the unit
       * @example 500
       */
      radius: number;
      /**
       * @description Names one geofence of the application
       * @example Galata
       */
      title: string;
      /**
       * @description Of the radius
       * @enum {string}
       */
      unit: 'KM' | 'Miles' | 'Meters';
    };
    ListedMediaDto: {
      /** @example 2030-02-01T12:00:00.000Z */
      createdAt: string;
      /**
       * Format: int64
       * @description More than one: it moves
       * @example 1
       */
      frames: number;
      /** @description SHA-256 of what is served, hexadecimal */
      hash: string;
      /**
       * Format: int64
       * @description Pixels
       * @example 200
       */
      height: number;
      /** @example spring.png */
      name: string;
      /**
       * Format: int64
       * @description Bytes
       * @example 20480
       */
      size: number;
      /**
       * @description By its content
       * @enum {string}
       */
      type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
      /**
       * @description Public address; without `PUBLIC_URL` the path alone
       * @example https://push.example.com/m/….png
       */
      url: string;
      /** @description Definitions, and campaigns that are not finished, which show it */
      uses: components['schemas']['MediaUseDto'][];
      /**
       * Format: int64
       * @description Pixels
       * @example 600
       */
      width: number;
    };
    ListedSuppressionDto: {
      /** @description When */
      addedAt: string;
      /**
       * @description Null: hidden, or forgotten
       * @example jo@example.com
       */
      address: string | null;
      /** @description Answer of the provider, or words; null: hidden */
      detail: string | null;
      /** @description Whether the address went with an erased person */
      forgotten: boolean;
      /**
       * @description A part of it; null without `users.private`, or forgotten
       * @example j•••@example.com
       */
      hint: string | null;
      /** @description Tells entries apart, without the address */
      id: string;
      /**
       * @description Why nothing is sent to it
       * @enum {string}
       */
      reason: 'COMPLAINT' | 'STOP' | 'HARD_BOUNCE' | 'INVALID_ADDRESS' | 'UNSUBSCRIBED';
    };
    ListedTemplateDto: {
      /** @example 2030-02-01T12:00:00.000Z */
      changedAt: string;
      /**
       * @description Who saved it last
       * @example Ada
       */
      changedBy: string;
      /** @example 12 */
      id: string;
      /** @enum {string} */
      kind: 'html' | 'blocks';
      /** @example Newsletter */
      name: string;
      /** @description Open drafts that are written with it */
      uses: components['schemas']['TemplateUseDto'][];
      /**
       * Format: int64
       * @description The newest; it counts the saves
       * @example 4
       */
      version: number;
    };
    ListSuppressionsQuery: {
      /** @description The whole address: parts find nothing. All its entries are one page */
      address?: string;
      /** @description `next` of the page before */
      after?: string;
      /**
       * @description What is not sent
       * @enum {string}
       */
      channel: 'email' | 'sms' | 'whatsapp' | 'chat';
      /**
       * Format: int64
       * @description Entries of a page
       * @default 50
       */
      limit: number;
      /**
       * @description Only entries with this reason
       * @enum {string}
       */
      reason?: 'COMPLAINT' | 'STOP' | 'HARD_BOUNCE' | 'INVALID_ADDRESS' | 'UNSUBSCRIBED';
    };
    MailCardDto: {
      /** @description Its files */
      attachments: components['schemas']['MailFileDto'][];
      /**
       * Format: int64
       * @description Size of the whole mail
       */
      bytes: number;
      /** @example Shop <news@shop.example> */
      from: string;
      /** @description Whether `html` of the delivery has something */
      hasHtml: boolean;
      /** @description Headers of the mail */
      headers: components['schemas']['CardFactDto'][];
      /** @description What a receiver finds of each DKIM signature */
      signatures: string[];
      /** @example Spring is here */
      subject: string;
      /** @description The part of plain text */
      text: string | null;
      /** @description Receiver of the envelope */
      to: string;
    };
    MailContentDto: {
      design?: components['schemas']['BlockMailDto'];
      template?: components['schemas']['FilledTemplateDto'];
    };
    MailFileDto: {
      /**
       * Format: int64
       * @description Size
       */
      bytes: number;
      /** @example invoice.pdf */
      name: string;
      /** @example application/pdf */
      type: string;
    };
    MeChangeDto: {
      /** @description Tell campaigns that it may approve to its e-mail address */
      approvalMails?: boolean;
      /**
       * @description Language of the panel
       * @enum {string}
       */
      locale?: 'en' | 'tr';
      /** @description Shown to other members */
      name?: string;
      /**
       * @description `system`: as the system says
       * @enum {string}
       */
      theme?: 'light' | 'dark' | 'system';
      /** @description IANA name */
      timeZone?: string;
    };
    MediaDto: {
      /** @example 2030-02-01T12:00:00.000Z */
      createdAt: string;
      /**
       * Format: int64
       * @description More than one: it moves
       * @example 1
       */
      frames: number;
      /** @description SHA-256 of what is served, hexadecimal */
      hash: string;
      /**
       * Format: int64
       * @description Pixels
       * @example 200
       */
      height: number;
      /** @example spring.png */
      name: string;
      /**
       * Format: int64
       * @description Bytes
       * @example 20480
       */
      size: number;
      /**
       * @description By its content
       * @enum {string}
       */
      type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
      /**
       * @description Public address; without `PUBLIC_URL` the path alone
       * @example https://push.example.com/m/….png
       */
      url: string;
      /**
       * Format: int64
       * @description Pixels
       * @example 600
       */
      width: number;
    };
    MediaPageDto: {
      /** @description The newest first */
      items: components['schemas']['ListedMediaDto'][];
      /** @description Cursor of the next page; null at the end */
      next: string | null;
    };
    MediaRemovalDto: {
      /**
       * Format: int64
       * @description How many uses the member was told of; where there are more now, it is refused with `changed_meanwhile`
       */
      uses: number;
    };
    MediaUseDto: {
      /** @example 1234 */
      key: string;
      /** @enum {string} */
      kind: 'definition' | 'campaign';
      /** @example Spring sale */
      title: string;
    };
    MeDto: {
      /** @description Applications that the member sees */
      apps: components['schemas']['MemberAppDto'][];
      /** @description The build of the server, as in `X-Herald-Build` */
      build: string;
      /** @description Whether the demo and its simulators run */
      demo: boolean;
      member: components['schemas']['MemberSelfDto'];
      /** @description What the member may do in every application */
      permissions: string[];
      session: components['schemas']['SessionStateDto'];
    };
    MemberAppDto: {
      /**
       * Format: int64
       * @example 1
       */
      id: number;
      /**
       * @description Part of paths
       * @example shop
       */
      key: string;
      /**
       * @description For people
       * @example shop
       */
      name: string;
      /**
       * @description What the member may do here
       * @example [
       *       "campaigns.read"
       *     ]
       */
      permissions: string[];
    };
    MemberDto: {
      /** @example 2030-02-01T12:00:00.000Z */
      createdAt: string;
      /**
       * @description For people
       * @example ada@example.com
       */
      email: string | null;
      /** @description Those that concern the caller: of its applications, and of all applications */
      grants: components['schemas']['MemberGrantDto'][];
      /** @example 1 */
      id: string;
      /**
       * @description Null: the invitation was not used yet
       * @example 2030-02-01T12:00:00.000Z
       */
      lastSeenAt: string | null;
      /** @example Ada */
      name: string;
    };
    MemberGrantDto: {
      /**
       * @description Key of an application; null: all of them, later ones too
       * @example shop
       */
      app: string | null;
      /**
       * @description Name of a role
       * @example marketer
       * @enum {string}
       */
      role: 'owner' | 'admin' | 'marketer' | 'importer' | 'approver' | 'analyst' | 'support' | 'operator';
    };
    MemberLinkDto: {
      /**
       * @description Until then it works
       * @example 2030-02-04T12:00:00.000Z
       */
      endsAt: string;
      /**
       * @description Stands behind `/panel/#link=`. It is told once and works once
       * @example q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng
       */
      token: string;
    };
    MemberListDto: {
      /** @description The oldest first */
      items: components['schemas']['MemberDto'][];
    };
    MemberSelfDto: {
      /** @description Campaigns that it may approve are told to its e-mail address */
      approvalMails: boolean;
      /** @description For people; nobody is found by it */
      email: string | null;
      /** @example 1 */
      id: string;
      /**
       * @description Language of the panel
       * @enum {string|null}
       */
      locale: 'en' | 'tr' | null;
      /** @example Ada */
      name: string;
      /**
       * @description Null: as the system says
       * @enum {string|null}
       */
      theme: 'light' | 'dark' | null;
      /**
       * @description IANA name
       * @example Europe/Istanbul
       */
      timeZone: string | null;
    };
    MemberSessionDto: {
      /** @description Address of the browser at the sign-in */
      address: string | null;
      /** @description The browser, as it names itself */
      agent: string | null;
      /** @example 2030-02-01T12:00:00.000Z */
      createdAt: string;
      /** @description Whether it is the one that asks */
      current: boolean;
      /** @example 7 */
      id: string;
      /**
       * @description How it began
       * @example link
       */
      method: string;
      /**
       * @description Last use, to the minute
       * @example 2030-02-01T12:00:00.000Z
       */
      seenAt: string;
    };
    MemberSessionListDto: {
      /** @description The last used first */
      items: components['schemas']['MemberSessionDto'][];
    };
    MoveDto: {
      /**
       * @description When it is found long after its time
       * @enum {string}
       */
      ifLate?: 'send' | 'skip' | 'ask';
      /** @description true: at this time of each own clock */
      localTimezone?: boolean;
      /**
       * @description `localTime`, else `dueAt`, as the member saw it: where it is another one now, it is refused
       * @example 2030-02-01T12:30:00.000Z
       */
      seen: string;
      /**
       * @description With `Z` or an offset, or else in `settings.timeZone` of the application (UTC without one). With `localTimezone` by the own clock of each recipient, and then without an offset
       * @example 2030-02-01T15:30:00+03:00
       */
      startTime: string;
    };
    NamesDto: {
      /** @description All of them */
      $and?: string | string[];
      /** @description None of them */
      $not?: string | string[];
      /** @description Any of them */
      $or?: string | string[];
    } & {
      [key: string]: unknown;
    };
    NearbyCircleDto: {
      /**
       * Format: int64
       * @description Of the geofence
       */
      id: number;
      /**
       * @description Degrees
       * @example 41.0256
       */
      latitude: number;
      /**
       * @description Degrees
       * @example 28.9742
       */
      longitude: number;
      /** @description Metres */
      radius: number;
      /** @description Of the geofence */
      title: string;
    };
    NeighbourDto: {
      /**
       * @description When it left or is due
       * @example 2030-02-01T12:00:00.000Z
       */
      at: string;
      /**
       * Format: int64
       * @description Users of the request who match its target too; null: not asked for, or not counted
       */
      both: number | null;
      /**
       * @description Key of the campaign
       * @example 1234
       */
      key: string;
      /** @example Spring sale */
      name: string | null;
      /**
       * Format: int64
       * @description Recipients frozen at its launch; null: it was not launched yet
       */
      planned: number | null;
      /**
       * Format: int64
       * @description Users who match its target now; null: it has left, or is not counted
       */
      users: number | null;
    };
    NeighbourhoodDto: {
      /** @description There are more, further away */
      isCut: boolean;
      /** @description Within a day before or after, in the order of their times */
      items: components['schemas']['NeighbourDto'][];
    };
    NewCodeDto: {
      /**
       * @description What the value is
       * @example extId
       * @enum {string}
       */
      by: 'extId' | 'email' | 'msisdn' | 'token' | 'installationId';
      /**
       * @description The whole value
       * @example ada
       */
      value: string;
    };
    NewErasureListDto: {
      /**
       * @description ExtIds, one a line, at most 100,000
       * @example jo
       *     max
       */
      list: string;
    };
    NewKeyDto: {
      /**
       * @description Addresses and networks that may use it; absent: any
       * @example [
       *       "10.0.0.0/8"
       *     ]
       */
      addresses?: string[];
      /**
       * @description It is valid before this day or time
       * @example 2031-01-31
       */
      expires?: string;
      /**
       * @description Who uses it
       * @example rest
       * @enum {string}
       */
      kind: 'rest' | 'mobile' | 'js';
      /**
       * @description What it is for
       * @example backend
       */
      name: string;
      /**
       * @description Origins of the pages that may use it, of a js key
       * @example [
       *       "https://shop.example.com"
       *     ]
       */
      origins?: string[];
      /**
       * @description Parts of the REST interface; absent: all of its kind
       * @example [
       *       "users"
       *     ]
       */
      scopes?: string[];
    };
    NewPasskeyDto: {
      /**
       * @description For its member
       * @example Phone
       */
      name: string;
      /** @description What `navigator.credentials.create` answered, by `toJSON()` (W3C Web Authentication) */
      response: {
        [key: string]: unknown;
      };
    };
    NewSecretDto: {
      /**
       * @description Kind of the key; `hook` of a webhook
       * @example rest
       */
      kind: string;
      /** @example backend */
      name: string;
      /** @description It is told once */
      secret: string;
    };
    NewSuppressionsDto: {
      /**
       * @description E-mail addresses or phone numbers
       * @example [
       *       "jo@example.com"
       *     ]
       */
      addresses: string[];
      /**
       * @description What is not sent
       * @enum {string}
       */
      channel: 'email' | 'sms' | 'whatsapp' | 'chat';
      /**
       * @description Why nothing is sent to them
       * @enum {string}
       */
      reason: 'COMPLAINT' | 'STOP' | 'HARD_BOUNCE' | 'INVALID_ADDRESS' | 'UNSUBSCRIBED';
      /**
       * @description Why, in words; kept with the entries
       * @example Asked for it on the phone
       */
      words: string;
    };
    NewTaggingDto: {
      /**
       * @description ADD gives the tag, REMOVE takes it off
       * @enum {string}
       */
      direction: 'ADD' | 'REMOVE';
      /** @example winter */
      tag: string;
      /**
       * @description As of a segment; its users of this moment
       * @example {
       *       "segment": [
       *         "loyal"
       *       ]
       *     }
       */
      target: components['schemas']['SegmentTargetDto'];
    };
    NewTesterDto: {
      /**
       * @description What the value is
       * @example email
       * @enum {string}
       */
      by: 'extId' | 'email' | 'msisdn';
      /**
       * @description The whole value
       * @example ada@example.com
       */
      value: string;
    };
    NewViewDto: {
      /**
       * @description By the names of the address, texts alone; at most 20 of 200 characters
       * @example {
       *       "state": "SENDING",
       *       "label": "news"
       *     }
       */
      filters: {
        [key: string]: unknown;
      };
      /**
       * @description That the member has not used
       * @example News
       */
      name: string;
      /**
       * @description Whose filters they are
       * @enum {string}
       */
      screen: 'campaigns';
    };
    OidcAccountDto: {
      /** @description Whether the member signs in with it */
      connected: boolean;
      /** @description What people call it; null: there is none */
      provider: string | null;
    };
    OidcAddressDto: {
      /**
       * @description Of the provider; the browser goes there
       * @example https://id.example/auth?client_id=…
       */
      address: string;
    };
    OidcStartDto: {
      /**
       * @description Path of the panel where the browser comes back to
       * @example /panel/apps/shop
       */
      returnTo: string;
    };
    OverlapCombinationDto: {
      /** @description Places of the audiences in the question */
      sets: number[];
      /**
       * Format: int64
       * @description Users who are in all of these and in no other
       */
      users: number;
    };
    OverlapPairDto: {
      /**
       * Format: int64
       * @description Place of one in the question, from 0
       */
      first: number;
      /**
       * Format: int64
       * @description Place of the other
       */
      second: number;
      /**
       * Format: int64
       * @description Users who are in both
       */
      users: number;
    };
    OwnHomeDto: {
      /** @description Provider accounts */
      accounts: components['schemas']['HomeAccountDto'][];
      /**
       * Format: int64
       * @description Campaigns that wait for an approval by this member
       */
      approvals: number;
      /** @description Open drafts that this member began or saved last, the newest first */
      drafts: components['schemas']['HomeDraftDto'][];
      /**
       * Format: int64
       * @description How far the audience index is behind; 0: it is not
       */
      indexLagSeconds: number;
      /** @description In the next 48 hours */
      next: components['schemas']['CampaignRowDto'][];
      /** @description Being sent, or paused */
      sending: components['schemas']['CampaignRowDto'][];
      /** @description Campaigns of the last seven days with more dead tokens than one send may retire, the newest first */
      tokenLimits: components['schemas']['HomeTokenLimitDto'][];
      /**
       * Format: int64
       * @description Names of events and attributes that nobody defined
       */
      unmatchedEvents: number;
      /**
       * Format: int64
       * @description Calls of webhooks that were given up within a week, at most 1,000
       */
      webhooksGivenUp: number;
      /** @description By the day of the request */
      week: components['schemas']['DayFiguresDto'][];
    };
    OwnUserDto: {
      /**
       * @description When it was proved
       * @example 2030-02-01T12:00:00.000Z
       */
      provedAt: string;
      user: components['schemas']['FoundUserDto'];
    };
    OwnUserListDto: {
      /** @description The member's own here, at most 10, the oldest proof first */
      items: components['schemas']['OwnUserDto'][];
    };
    PaceDto: {
      /**
       * Format: int64
       * @description Between packages, whole minutes; without both as fast as the accounts allow
       */
      intervalSeconds?: number;
      /**
       * Format: int64
       * @description Recipients of a package
       */
      size?: number;
    };
    PageActionDto: {
      /** @description Not read */
      action?: string;
      /** @description Not read */
      deeplinkType?: string;
      /** @description Place in the app */
      deepLinkUrl?: string;
      /** @description Page that is opened in a web view */
      url?: string;
    };
    PanelRefusedDto: {
      problems: Record<string, never>;
      /** @description Part of every log line about the request */
      requestId: string;
    };
    PasskeyAnswerDto: {
      /** @description What `navigator.credentials.get` answered, by `toJSON()` (W3C Web Authentication) */
      response: {
        [key: string]: unknown;
      };
    };
    PasskeyDto: {
      /** @example 2030-02-01T12:00:00.000Z */
      createdAt: string;
      /** @example 1 */
      id: string;
      /** @example Phone */
      name: string;
      /** @description Null: never yet */
      usedAt: string | null;
    };
    PasskeyListDto: {
      /** @description The oldest first */
      items: components['schemas']['PasskeyDto'][];
      /** @description Whether passkeys hold for the host that was asked */
      possible: boolean;
    };
    PasskeyOptionsDto: {
      /** @description Of this question; it is answered within five minutes, once */
      challenge: string;
    };
    PayloadDto: {
      /** @description Attributes by which it differs between recipients */
      attributes: string[];
      /** @example apns */
      channel: string;
      /** @description Android: for installations whose app draws the notification */
      drawnByApp: boolean;
      /** @description Device of the user; null: an address, or nobody */
      installationId: string | null;
      /**
       * @description Null: the message itself
       * @example TURKISH
       */
      language: string | null;
      /** @description Null: it is not sent, by the reason */
      payload: {
        [key: string]: unknown;
      } | null;
      /** @example IOS */
      platform: string;
      /**
       * @description Why it is not sent
       * @example MISSING_ATTRIBUTE
       */
      reason: string | null;
    };
    PayloadListDto: {
      /** @description By platform and language */
      items: components['schemas']['PayloadDto'][];
    };
    PersonAttributeDto: {
      /** @description Whether the value is hidden */
      masked: boolean;
      /** @example city */
      name: string;
      /**
       * @description DATE and TIME_STAMP are milliseconds since 1970; null: not defined any more
       * @enum {string|null}
       */
      type: 'STRING' | 'INT' | 'LONG' | 'DOUBLE' | 'BOOLEAN' | 'DATE' | 'TIME_STAMP' | null;
      /** @description Its value; null where it is hidden */
      value: (string | null) | number | boolean | Record<string, never> | unknown[];
    };
    PersonChangesDto: {
      /**
       * @description Tags that the user gets; `testers` is the test group
       * @example [
       *       "testers"
       *     ]
       */
      addTags?: string[];
      /** @description Consent of channels and categories */
      consents?: components['schemas']['ConsentChangeDto'][];
      /** @description `mark` of the trial: a change with other differences is refused with `changed_meanwhile` */
      mark?: string;
      /**
       * @description Tags that the user loses
       * @example []
       */
      removeTags?: string[];
      /**
       * @description Values by code, as in `setProfileAttributes`
       * @example {
       *       "city": "Izmir"
       *     }
       */
      set?: {
        [key: string]: unknown;
      };
      /**
       * @description Makes the changes and takes them back: tells the differences alone
       * @example true
       */
      trial: boolean;
      /**
       * @description Codes of attributes without a value from now on
       * @example []
       */
      unset?: string[];
      /**
       * @description How the user said so; needed with `consents`
       * @example PHONE
       * @enum {string}
       */
      way?: 'PERSON' | 'PHONE' | 'LETTER' | 'MAIL' | 'FORM';
    };
    PersonConsentDto: {
      /**
       * @description What it is about
       * @enum {string}
       */
      kind: 'channel' | 'category';
      /** @description When it last changed, where it is recorded */
      since: string | null;
      /**
       * @description From where that came
       * @example DEVICE
       */
      source: string | null;
      /**
       * @description PUSH, EMAIL, SMS, or the name of a category
       * @example EMAIL
       */
      subject: string;
      /** @description Whether the user takes such messages */
      value: boolean;
    };
    PersonDeviceDto: {
      /** @description Version of the app */
      appVersion: string | null;
      /** @example 0rnive3 */
      installationId: string;
      /** @example tr */
      language: string | null;
      /** @description When it last reported */
      lastSeen: string | null;
      /** @example Pixel 5 */
      model: string | null;
      /** @description Whether it is opted in to push */
      permitted: boolean;
      /** @description When it last told its place */
      placeAt: string | null;
      /** @example IOS */
      platform: string;
      /**
       * @description Why it is out of use. BY_MEMBER: somebody in the panel
       * @example INVALID_TOKEN
       */
      retiredReason: string | null;
      /**
       * @description INVALID: out of use
       * @enum {string}
       */
      tokenState: 'VALID' | 'INVALID' | 'NONE';
    };
    PersonDifferenceDto: {
      /** @description The value before; null: none, or hidden */
      from: (string | null) | number | boolean | Record<string, never> | unknown[];
      /**
       * @description What changes
       * @enum {string}
       */
      kind: 'attribute' | 'tag' | 'consent';
      /** @description Whether the values are hidden */
      masked: boolean;
      /**
       * @description Its name
       * @example city
       */
      name: string;
      /** @description The value after; null: none, or hidden */
      to: (string | null) | number | boolean | Record<string, never> | unknown[];
    };
    PersonDifferencesDto: {
      /** @description What becomes another value; empty: nothing */
      items: components['schemas']['PersonDifferenceDto'][];
      /** @description Tells these differences from others */
      mark: string;
      /** @description Whether it is so now; false of a trial */
      saved: boolean;
    };
    PersonDto: {
      /** @description Null for somebody without a name */
      extId: string | null;
      /** @description Herald's id of the user */
      uid: string | null;
    };
    PersonHeadDto: {
      /** @description Of the profile */
      attributes: components['schemas']['PersonAttributeDto'][];
      /** @description Channels first, then categories */
      consents: components['schemas']['PersonConsentDto'][];
      /** @description All installations, retired ones too */
      devices: components['schemas']['PersonDeviceDto'][];
      /** @description In part; null: none, or not for this member */
      email: string | null;
      /** @description The client system's own id */
      extId: string | null;
      /** @description When the user was created */
      firstSeen: string | null;
      /** @description When a device last reported */
      lastSeen: string | null;
      /** @description Null: it is the user that was asked for */
      merged: components['schemas']['PersonMergeDto'] | null;
      /** @description In part; null: none, or not for this member */
      msisdn: string | null;
      /** @description Of the profile */
      names: string | null;
      /** @description Segments that have the user, as they were last calculated */
      segments: components['schemas']['PersonSegmentDto'][];
      /** @description Names of tags */
      tags: string[];
      /** @description Herald's id of the user */
      uid: string;
    };
    PersonInboxCountsDto: {
      /** Format: int64 */
      deleted: number;
      /** Format: int64 */
      read: number;
      /** Format: int64 */
      unread: number;
    };
    PersonInboxDto: {
      /** @description Of all stored messages */
      counts: components['schemas']['PersonInboxCountsDto'];
      /** @description The newest first */
      items: components['schemas']['PersonMessageDto'][];
      /** @description Whether texts are hidden */
      masked: boolean;
      /**
       * Format: int64
       * @description Cursor of the next page; null at the end
       */
      next: number | null;
    };
    PersonMergeDto: {
      /** @description When it became this one */
      since: string;
      /** @description The user that was asked for */
      uid: string;
    };
    PersonMessageDto: {
      /** @description Where a tap leads; null: nowhere, or hidden */
      link: string | null;
      /** @description Id of the stored message */
      piid: string;
      /** @description When it was sent */
      sentAt: string;
      /**
       * @description As devices of the person marked it
       * @enum {string}
       */
      status: 'READ' | 'UNREAD' | 'DELETED';
      /** @description Null: hidden */
      text: string | null;
      /** @description Null: hidden */
      title: string | null;
    };
    PersonSegmentDto: {
      /** @description When it was calculated, where it is known */
      asOf: string | null;
      /** @example Loyal customers */
      name: string;
    };
    PlatformCheckDto: {
      /** @example apns */
      channel: string;
      /**
       * Format: int64
       * @description Of these, whose message was prepared as for a send
       */
      examined: number;
      /** @description Of the examined: the message cannot be made for them */
      failed: components['schemas']['ReasonCountDto'][];
      /** @description Of the examined: placeholders that some of them have no value for */
      missing: components['schemas']['LackingValueDto'][];
      /**
       * Format: int64
       * @description Recipients that a launch would plan, counted in full
       */
      planned: number;
      /** @example IOS */
      platform: string;
      /**
       * Format: int64
       * @description Of the examined: it would leave, now or when the account sends again
       */
      ready: number;
      /** @description Of the examined: planned, and left without a message */
      skipped: components['schemas']['ReasonCountDto'][];
      /** @description The account is paused or rests: messages wait */
      waits: boolean;
    };
    PlatformReachDto: {
      /**
       * Format: int64
       * @description With a device or browser of it, or an address
       */
      has: number;
      /**
       * Format: int64
       * @description Of these: the app is still there, and messages are not refused
       */
      permitted: number;
      /** @example IOS */
      platform: string;
      /**
       * Format: int64
       * @description Of these: none of the categories is refused
       */
      wanted: number;
    };
    ProductClauseDto: {
      /**
       * @description What was done with the product
       * @enum {string}
       */
      action: 'viewed' | 'addedToCart' | 'removedFromCart' | 'addedToWishList' | 'bought';
      /**
       * Format: int64
       * @description Times; 1 when left out
       */
      atLeast?: number;
      /** @description Its brand */
      brand?: (string | number | boolean) | (string | number | boolean)[] | components['schemas']['AttributeTestDto'];
      /** @description Id of its category */
      categoryId?:
        (string | number | boolean) | (string | number | boolean)[] | components['schemas']['AttributeTestDto'];
      /** @description Name of its category */
      categoryName?:
        (string | number | boolean) | (string | number | boolean)[] | components['schemas']['AttributeTestDto'];
      /** @description Of the price */
      currency?:
        (string | number | boolean) | (string | number | boolean)[] | components['schemas']['AttributeTestDto'];
      /** @description A day or an instant of ISO 8601 */
      from?: string;
      /** @description true: all other users */
      not?: boolean;
      /** @description Its price */
      price?: (string | number | boolean) | (string | number | boolean)[] | components['schemas']['AttributeTestDto'];
      /** @description Its id */
      productId?:
        (string | number | boolean) | (string | number | boolean)[] | components['schemas']['AttributeTestDto'];
      /** @description Its name */
      productName?:
        (string | number | boolean) | (string | number | boolean)[] | components['schemas']['AttributeTestDto'];
      /** @description A day, which counts whole, or an instant of ISO 8601 */
      to?: string;
      /** @description Its variant */
      variant?: (string | number | boolean) | (string | number | boolean)[] | components['schemas']['AttributeTestDto'];
      /** @description Hours or days before now */
      within?: string;
    } & {
      [key: string]: unknown;
    };
    PushCardDto: {
      /** @description Of a live activity */
      activity: components['schemas']['ActivityDto'] | null;
      /** @description The app that it belongs to */
      app: string | null;
      /** @description Number on the icon */
      badge: string | null;
      /**
       * @example [
       *       "Show"
       *     ]
       */
      buttons: string[];
      /**
       * @description What draws it
       * @enum {string}
       */
      device: 'iPhone' | 'Android' | 'Browser';
      /** @description What it says beside its text */
      facts: components['schemas']['CardFactDto'][];
      /** @description Why no text is shown */
      note: string | null;
      /** @description Address of the picture, which is not loaded */
      picture: string | null;
      /** @description Pictures with texts to turn over */
      slides: components['schemas']['SlideDto'][];
      /** @description The second line */
      subtitle: string | null;
      /** @description Null: nothing is shown */
      text: string | null;
      /** @example Spring is here */
      title: string | null;
    };
    RateDto: {
      /** @description Since the launch */
      mean: number;
      /** @description In the moment before the answer */
      now: number;
      /** @example 1/s */
      unit: string;
    };
    ReachableDto: {
      /** @description All of them */
      $and?:
        | (
            | 'IOS'
            | 'ANDROID'
            | 'WP'
            | 'CHROME'
            | 'MACOS'
            | 'FIREFOX'
            | 'EDGE'
            | 'SAFARI'
            | 'YANDEX'
            | 'OPERA'
            | 'EMAIL'
            | 'SMS'
            | 'WHATSAPP'
            | 'HUAWEI'
            | 'CHAT'
          )
        | (
            | 'IOS'
            | 'ANDROID'
            | 'WP'
            | 'CHROME'
            | 'MACOS'
            | 'FIREFOX'
            | 'EDGE'
            | 'SAFARI'
            | 'YANDEX'
            | 'OPERA'
            | 'EMAIL'
            | 'SMS'
            | 'WHATSAPP'
            | 'HUAWEI'
            | 'CHAT'
          )[];
      /** @description None of them */
      $not?:
        | (
            | 'IOS'
            | 'ANDROID'
            | 'WP'
            | 'CHROME'
            | 'MACOS'
            | 'FIREFOX'
            | 'EDGE'
            | 'SAFARI'
            | 'YANDEX'
            | 'OPERA'
            | 'EMAIL'
            | 'SMS'
            | 'WHATSAPP'
            | 'HUAWEI'
            | 'CHAT'
          )
        | (
            | 'IOS'
            | 'ANDROID'
            | 'WP'
            | 'CHROME'
            | 'MACOS'
            | 'FIREFOX'
            | 'EDGE'
            | 'SAFARI'
            | 'YANDEX'
            | 'OPERA'
            | 'EMAIL'
            | 'SMS'
            | 'WHATSAPP'
            | 'HUAWEI'
            | 'CHAT'
          )[];
      /** @description Any of them */
      $or?:
        | (
            | 'IOS'
            | 'ANDROID'
            | 'WP'
            | 'CHROME'
            | 'MACOS'
            | 'FIREFOX'
            | 'EDGE'
            | 'SAFARI'
            | 'YANDEX'
            | 'OPERA'
            | 'EMAIL'
            | 'SMS'
            | 'WHATSAPP'
            | 'HUAWEI'
            | 'CHAT'
          )
        | (
            | 'IOS'
            | 'ANDROID'
            | 'WP'
            | 'CHROME'
            | 'MACOS'
            | 'FIREFOX'
            | 'EDGE'
            | 'SAFARI'
            | 'YANDEX'
            | 'OPERA'
            | 'EMAIL'
            | 'SMS'
            | 'WHATSAPP'
            | 'HUAWEI'
            | 'CHAT'
          )[];
    } & {
      [key: string]: unknown;
    };
    ReasonCountDto: {
      /**
       * Format: int64
       * @description Of those who were looked at
       */
      n: number;
      /** @example SUPPRESSED */
      reason: string;
    };
    ReasonDto: {
      /** @description Some of them */
      examples: components['schemas']['PersonDto'][];
      /**
       * Format: int64
       * @description Recipients
       */
      n: number;
      /**
       * @description `ANY`: somebody who was not planned
       * @example IOS
       */
      platform: string;
      /** @example INVALID_TOKEN */
      reason: string;
      /**
       * @description What became of them
       * @enum {string}
       */
      status: 'FAILED' | 'SKIPPED';
    };
    ReasonListDto: {
      /** @description The most frequent first */
      items: components['schemas']['ReasonDto'][];
      /** @description False: only the newest 50,000 failures were counted */
      whole: boolean;
    };
    RecipientDto: {
      /**
       * @description The account that it went by, where its channel has several
       * @example sms:second
       */
      account?: string;
      /** @example 2030-02-01T12:00:00.000Z */
      at: string;
      /** @description Null for somebody without a name */
      extId: string | null;
      /** @description Of a push */
      installationId: string | null;
      /** @example IOS */
      platform: string;
      /** @example INVALID_TOKEN */
      reason: string | null;
      /**
       * @description What became of the message
       * @enum {string}
       */
      status: 'SUCCESS' | 'FAILED' | 'SKIPPED' | 'OPEN';
      /** @description Herald's id of the user */
      uid: string | null;
    };
    RecipientPageDto: {
      /** @description The newest first */
      items: components['schemas']['RecipientDto'][];
      /** @description Cursor of the next page; null at the end */
      next: string | null;
    };
    RefusedGeofenceDto: {
      /** @description At fault; null: the entry as a whole */
      column: string | null;
      /**
       * Format: int64
       * @description Line of the file, or number of the feature, from 1
       */
      line: number;
      /**
       * @description Why
       * @example radius should be a number
       */
      text: string;
    };
    RegionValueDto: {
      /** @description Of a region of the template */
      name: string;
      /** @description Its text; empty: that of the template */
      text: string;
      /** @description Of a link or picture; empty: that of the template */
      url?: string;
    };
    RejectDto: {
      /** @description Of the request that was read */
      hash: string;
      /**
       * @description Why, for the author
       * @example The price is wrong
       */
      words: string;
    };
    ReleaseDto: {
      /**
       * @description Why, in words without an address; the audit log keeps them
       * @example A mistake of ours
       */
      words: string;
    };
    ReportDto: {
      /** @example 2030-02-28T12:00:00.000Z */
      asOf: string;
      /**
       * @description What a line is
       * @enum {string}
       */
      by: 'day' | 'platform' | 'label' | 'campaign';
      /** @example 2030-02-01 */
      from: string;
      /**
       * @description Sums of earlier days are gone
       * @example 2029-01-01
       */
      keptFrom: string;
      /** @description Days in their order, else the line with the most recipients first */
      lines: components['schemas']['ReportLineDto'][];
      /** @example 2030-02-28 */
      to: string;
      /** @description The sum of the lines */
      total: components['schemas']['ReportTotalDto'];
      /**
       * @description Time zone of the days
       * @example Europe/Berlin
       */
      zone: string;
    };
    ReportLineDto: {
      /**
       * Format: int64
       * @description Null by platform: one campaign is on several
       */
      campaigns: number | null;
      /**
       * Format: int64
       * @description Recipients that clicked, of `sent`
       */
      clicked: number;
      /**
       * Format: int64
       * @description Failed for good
       */
      failed: number;
      /**
       * @description Day, platform, label or key; empty: no label; `ANY`: no platform is known yet; null: all further lines together
       * @example 2030-02-01
       */
      name: string | null;
      /**
       * Format: int64
       * @description Sent e-mails
       */
      openable: number;
      /**
       * Format: int64
       * @description E-mails that a mail program opened, of `openable`
       */
      opened: number;
      /**
       * Format: int64
       * @description Recipients, which are devices and addresses; the sum of the next four
       */
      planned: number;
      /**
       * Format: int64
       * @description Sent pushes
       */
      receivable: number;
      /**
       * Format: int64
       * @description Devices that told of the arrival, of `receivable`
       */
      received: number;
      /**
       * Format: int64
       * @description Accepted by the provider
       */
      sent: number;
      /**
       * Format: int64
       * @description Left without a message
       */
      skipped: number;
      /** @description Of a campaign */
      title: string | null;
      /**
       * Format: int64
       * @description Without a final result yet
       */
      waiting: number;
    };
    ReportTotalDto: {
      /**
       * Format: int64
       * @description Campaigns with a recipient
       */
      campaigns: number;
      /**
       * Format: int64
       * @description Recipients that clicked, of `sent`
       */
      clicked: number;
      /**
       * Format: int64
       * @description Failed for good
       */
      failed: number;
      /**
       * Format: int64
       * @description Sent e-mails
       */
      openable: number;
      /**
       * Format: int64
       * @description E-mails that a mail program opened, of `openable`
       */
      opened: number;
      /**
       * Format: int64
       * @description Recipients, which are devices and addresses; the sum of the next four
       */
      planned: number;
      /**
       * Format: int64
       * @description Sent pushes
       */
      receivable: number;
      /**
       * Format: int64
       * @description Devices that told of the arrival, of `receivable`
       */
      received: number;
      /**
       * Format: int64
       * @description Accepted by the provider
       */
      sent: number;
      /**
       * Format: int64
       * @description Left without a message
       */
      skipped: number;
      /**
       * Format: int64
       * @description Without a final result yet
       */
      waiting: number;
    };
    ReviewActorDto: {
      /**
       * @description `member`, `key`, `cli` or `system`
       * @example member
       */
      kind: string;
      /** @example Ada */
      name: string;
    };
    ReviewDifferenceDto: {
      /** @example message.text */
      field: string;
      /** @description As JSON; null: it was not there, or is not shown */
      from: string | null;
      /** @description The same now */
      to: string | null;
    };
    ReviewDto: {
      /** @example 2030-02-01T12:00:00.000Z */
      askedAt: string;
      /** @description Who asked */
      author: components['schemas']['ReviewActorDto'] | null;
      /** @description Who ended it */
      decidedBy: components['schemas']['ReviewActorDto'] | null;
      /** @description To the request in whose place it came */
      differences: components['schemas']['ReviewDifferenceDto'][];
      /** @description What its author typed, as it was typed; seen as the target is. Null: asked for over REST */
      draft: {
        [key: string]: unknown;
      } | null;
      /** @description Target of the request in whose place it came; seen as the target is. Null: there is none */
      earlierTarget: {
        [key: string]: unknown;
      } | null;
      /** @description Until when it can be approved; null: without an end */
      expiresAt: string | null;
      /**
       * Format: int64
       * @description Approvals that it has
       */
      given: number;
      /** @description Of message, target and options as they are stored to be sent */
      hash: string;
      /** @description The application has an e-mail account to tell them by */
      hasMail: boolean;
      /**
       * @description Key of the campaign
       * @example 1234
       */
      key: string;
      /** @example Spring sale */
      name: string | null;
      /**
       * Format: int64
       * @description Approvals that it needs
       */
      needed: number;
      /**
       * Format: int64
       * @description Users who matched at its launch, which was refused
       */
      outgrown: number | null;
      /**
       * @description What this member did with it
       * @enum {string|null}
       */
      own: 'AUTHOR' | 'APPROVED' | null;
      /**
       * Format: int64
       * @description Recipients as the author saw them; null: asked for over REST
       */
      planned: number | null;
      /** @description The request in whose place it came */
      revises: string | null;
      /** @description The request that came in its place */
      revision: string | null;
      /** @description When it would leave; null: at once */
      startsAt: string | null;
      /**
       * @description How far it is
       * @enum {string}
       */
      state:
        'WAITING' | 'APPROVED' | 'OUTGROWN' | 'REJECTED' | 'WITHDRAWN' | 'REPLACED' | 'EXPIRED' | 'STOPPED' | 'DECIDED';
      /** @description For its author, for who may approve, and for who may see private values */
      target: {
        [key: string]: unknown;
      } | null;
      /** @description How it goes */
      terms: components['schemas']['ReviewTermsDto'];
      /**
       * Format: int64
       * @description Members who are told by e-mail; null: not known yet
       */
      told: number | null;
      /**
       * Format: int64
       * @description Users who may match at its launch; with more it needs more approvals. Null: any number
       */
      upTo: number | null;
      /** @description The oldest first */
      votes: components['schemas']['ReviewVoteDto'][];
      /** @description What was said at the end */
      words: string | null;
    };
    ReviewSpeedDto: {
      /**
       * Format: int64
       * @description Minutes of an interval
       * @example 10
       */
      intervalMins: number;
      /**
       * Format: int64
       * @description Recipients of an interval
       * @example 1000
       */
      packageSize: number;
    };
    ReviewTermsDto: {
      /** @description Names, or ids as they were given */
      categories: string[];
      /** @description Label of the reports */
      label: string | null;
      /**
       * Format: int64
       * @description Users at most; null: all
       */
      limit: number | null;
      /**
       * @description By the clock of each recipient; null: at one time
       * @example 2030-02-01T15:30
       */
      localTime: string | null;
      /** @description Null: as fast as the providers take it */
      speed: components['schemas']['ReviewSpeedDto'] | null;
      /**
       * Format: int64
       * @description Time to live in seconds; null: as the channel has it
       */
      ttlSeconds: number | null;
    };
    ReviewVoteDto: {
      /** @example 2030-02-01T12:00:00.000Z */
      at: string;
      /** @description Who approved */
      by: components['schemas']['ReviewActorDto'];
      /** @description What was said to it */
      words: string | null;
    };
    RichParagraphDto: {
      pieces: components['schemas']['RichPieceDto'][];
    };
    RichPieceDto: {
      bold?: boolean;
      /** @description Of a placeholder: for those who have no value */
      fallback?: string;
      italic?: boolean;
      /** @description What it opens: http, https, mailto, tel, or a placeholder */
      link?: string;
      /**
       * @description Of a placeholder: what stands between its braces
       * @example firstName
       */
      name?: string;
      /** @description Of a text */
      text?: string;
      /** @enum {string} */
      type: 'text' | 'placeholder' | 'break';
    };
    RoleDto: {
      /** @example marketer */
      name: string;
      /**
       * @description Its permissions
       * @example [
       *       "campaigns.read"
       *     ]
       */
      permissions: string[];
    };
    RoleListDto: {
      /** @description The mightiest first */
      items: components['schemas']['RoleDto'][];
    };
    RotationDto: {
      /**
       * Format: int64
       * @description Hours in which both secrets are valid; 0: the first ends at once
       * @example 24
       */
      overlapHours: number;
    };
    SampledUserDto: {
      /** @description The client system's own id */
      extId: string | null;
      /** @description Herald's id of the user */
      uid: string;
    };
    ScheduleDto: {
      /**
       * @description When it is found long after its time
       * @enum {string}
       */
      ifLate?: 'send' | 'skip' | 'ask';
      /** @description true: at this time of each own clock */
      localTimezone?: boolean;
      /**
       * @description With `Z` or an offset, or else in `settings.timeZone` of the application (UTC without one). With `localTimezone` by the own clock of each recipient, and then without an offset
       * @example 2030-02-01T15:30:00+03:00
       */
      startTime: string;
    };
    SectionChangeDto: {
      /** @example 2030-02-01T12:00:00.000Z */
      at: string;
      /** @description Who changed it */
      by: components['schemas']['ActorDto'];
      /** @description By `herald apply`; its next run changes it back */
      isFile: boolean;
    };
    SectionDto: {
      /**
       * Format: int64
       * @description How many it has; null: it is no list
       */
      entries: number | null;
      /** @description The last change that the newest entries of the audit log have */
      lastChange: components['schemas']['SectionChangeDto'] | null;
      /** @description False: the file alone changes it (`settings.panelMayEdit`) */
      mayEdit: boolean;
      /**
       * @description Section of the application file
       * @example attributes
       * @enum {string}
       */
      section:
        | 'settings'
        | 'identityKeys'
        | 'keys'
        | 'attributes'
        | 'events'
        | 'categories'
        | 'segments'
        | 'buttonSets'
        | 'sounds'
        | 'hooks'
        | 'geofences'
        | 'channels';
    };
    SectionEditDto: {
      /**
       * @description YAML, with the name of the section
       * @example categories:
       *       - name: News
       */
      text: string;
    };
    SectionListDto: {
      /** @description In the order of the file */
      items: components['schemas']['SectionDto'][];
    };
    SectionReviewDto: {
      /** @description Version of the section now */
      base: string;
      /** @description As the audit log has them; empty: nothing changes */
      differences: components['schemas']['AuditChangeDto'][];
      /** @description The section line by line */
      lines: components['schemas']['LineDto'][];
      /** @description Made by this edit; empty in a review */
      secrets: components['schemas']['NewSecretDto'][];
      /** @description What is taken, and should be changed */
      warnings: string[];
    };
    SectionSaveDto: {
      /** @description `base` of the text that was edited: of another, it is refused with `changed_meanwhile` */
      base: string;
      /**
       * @description YAML, with the name of the section
       * @example categories:
       *       - name: News
       */
      text: string;
    };
    SectionTextDto: {
      /** @description What the section is */
      about: string;
      /** @description Version of the text, for the edit */
      base: string;
      /**
       * Format: int64
       * @description How many it has; null: it is no list
       */
      entries: number | null;
      /** @description A whole file with such a section */
      example: string;
      /** @description Entries that an edit leaves out stay, because their secrets cannot be written anew */
      keepsLeftOut: boolean;
      /** @description The last change that the newest entries of the audit log have */
      lastChange: components['schemas']['SectionChangeDto'] | null;
      /** @description False: the file alone changes it (`settings.panelMayEdit`) */
      mayEdit: boolean;
      /**
       * @description Section of the application file
       * @example attributes
       * @enum {string}
       */
      section:
        | 'settings'
        | 'identityKeys'
        | 'keys'
        | 'attributes'
        | 'events'
        | 'categories'
        | 'segments'
        | 'buttonSets'
        | 'sounds'
        | 'hooks'
        | 'geofences'
        | 'channels';
      /**
       * @description YAML, with the name of the section
       * @example categories:
       *       - name: News
       */
      text: string;
      /** @description Names in place of secrets. An edit writes their values, or leaves their entries out */
      withheld: string[];
    };
    SeenCheckDto: {
      /** @description `hash` of the check: of another campaign it is refused with `changed_meanwhile` */
      hash: string;
      /**
       * Format: int64
       * @description `planned` of the check: where it is another number now, it is refused too
       * @example 1234
       */
      planned: number;
    };
    SeenDto: {
      /** @description A day or an instant of ISO 8601 */
      from?: string;
      /** @description true: all other users */
      not?: boolean;
      /** @description A day, which counts whole, or an instant of ISO 8601 */
      to?: string;
      /** @description Hours or days before now */
      within?: string;
    } & {
      [key: string]: unknown;
    };
    SegmentChangeDto: {
      /** @description `base` of what was edited: where it is another one now, it is refused */
      base: string;
      /**
       * @description As in the application file
       * @example {
       *       "profile": {
       *         "city": [
       *           "Izmir"
       *         ]
       *       },
       *       "tag": "vip"
       *     }
       */
      target: {
        [key: string]: unknown;
      };
    };
    SegmentOverviewDto: {
      /**
       * @description When it was calculated last; null: never
       * @example 2030-02-01T12:00:00.000Z
       */
      calculatedAt: string | null;
      /** @example 7 */
      id: string;
      /** @example Loyal customers */
      name: string;
      /** @description Why it failed, or why it has nobody */
      reason: string | null;
      /** @description The last 90 days; those without a calculation are missing */
      sizes: components['schemas']['SegmentSizeDto'][];
      /**
       * @description WAITING: for its first calculation; FAILED: the last one did not work
       * @enum {string}
       */
      state: 'WAITING' | 'READY' | 'FAILED';
      /**
       * @example STANDARD
       * @enum {string}
       */
      type: 'STANDARD' | 'PRODUCT_SEGMENT' | 'PREDICT_SEGMENT';
      /**
       * Format: int64
       * @description Members now
       */
      users: number;
      /** @description What names it */
      uses: components['schemas']['SegmentUseDto'][];
    };
    SegmentOverviewsDto: {
      /** @description By name */
      items: components['schemas']['SegmentOverviewDto'][];
    };
    SegmentSizeDto: {
      /**
       * @description Of UTC
       * @example 2030-02-01
       */
      day: string;
      /**
       * Format: int64
       * @description Members, as the last calculation of the day found them
       */
      users: number;
    };
    SegmentTargetDto: {
      /** @description Users of all of these targets */
      all?: components['schemas']['GroupedTargetDto'][];
      /** @description Users of at least one of these targets */
      any?: components['schemas']['GroupedTargetDto'][];
      /** @description What users did */
      event?: components['schemas']['EventClauseDto'] | components['schemas']['EventClauseDto'][];
      /** @description When the user was first seen */
      firstSeen?: components['schemas']['SeenDto'];
      /**
       * @description Attribute of devices to value, values or operators; each condition asks whether the user has such a device. Attributes: platform, pushPermitted, deviceModel, osVersion, appVersion, language, timeZone, country
       * @example {
       *       "platform": "IOS",
       *       "language": [
       *         "tr",
       *         "en"
       *       ],
       *       "appVersion": {
       *         "$gte": "2.10"
       *       }
       *     }
       */
      installation?: components['schemas']['ConditionsDto'];
      /** @description When the user was last seen */
      lastSeen?: components['schemas']['SeenDto'];
      /** @description Users with a device in this circle */
      location?: components['schemas']['TargetLocationDto'];
      /** @description Users of none of these targets */
      none?: components['schemas']['GroupedTargetDto'][];
      /** @description What users did with products */
      product?: components['schemas']['ProductClauseDto'] | components['schemas']['ProductClauseDto'][];
      /**
       * @description Attribute code to value, values or operators ($exists, $gt, $gte, $lt, $lte, $between, $before, $after, $contains, $not, $nor, $and, $or); combined with AND. `platform` and `appVersion` are those of any device of the user
       * @example {
       *       "age": {
       *         "$gte": 18
       *       },
       *       "city": [
       *         "Izmir",
       *         "Ankara"
       *       ],
       *       "lastSeen": {
       *         "$after": "30d"
       *       }
       *     }
       */
      profile?: components['schemas']['ConditionsDto'];
      /** @description Users whom a message on one of these platforms reaches: with a device that takes pushes, or an address whose messages they have not refused; `$or`, `$and` and `$not` combine them */
      reachable?:
        | (
            | 'IOS'
            | 'ANDROID'
            | 'WP'
            | 'CHROME'
            | 'MACOS'
            | 'FIREFOX'
            | 'EDGE'
            | 'SAFARI'
            | 'YANDEX'
            | 'OPERA'
            | 'EMAIL'
            | 'SMS'
            | 'WHATSAPP'
            | 'HUAWEI'
            | 'CHAT'
          )
        | (
            | 'IOS'
            | 'ANDROID'
            | 'WP'
            | 'CHROME'
            | 'MACOS'
            | 'FIREFOX'
            | 'EDGE'
            | 'SAFARI'
            | 'YANDEX'
            | 'OPERA'
            | 'EMAIL'
            | 'SMS'
            | 'WHATSAPP'
            | 'HUAWEI'
            | 'CHAT'
          )[]
        | components['schemas']['ReachableDto'];
      /** @description Members of one of these segments; `$or`, `$and` and `$not` combine them */
      segment?: string | string[] | components['schemas']['NamesDto'];
      /** @description true: everybody */
      sendToAll?: boolean;
      /** @description Users with one of these tags; `$or`, `$and` and `$not` combine them */
      tag?: string | string[] | components['schemas']['NamesDto'];
    };
    SegmentUseDto: {
      /** @example 1234 */
      id: string;
      /**
       * @description A campaign that has not read its recipients yet, or a draft
       * @enum {string}
       */
      kind: 'campaign' | 'draft';
      /**
       * @description What people call it
       * @example Spring sale
       */
      name: string | null;
    };
    SendApprovalDto: {
      /** @description The member approved it already */
      approved: boolean;
      /** @example 2030-02-01T12:00:00.000Z */
      askedAt: string;
      /** @description Who asked */
      author: components['schemas']['ActorDto'] | null;
      /**
       * Format: int64
       * @description Approvals that it has
       */
      given: number;
      /** @description Of what is stored to be sent */
      hash: string;
      /** @example 1234 */
      id: string;
      /**
       * Format: int64
       * @description Approvals that it needs
       */
      needed: number;
      /** @description The member asked for it itself */
      own: boolean;
      /**
       * Format: int64
       * @description Sends that are decided with it
       */
      sends: number;
    };
    SendDto: {
      /** @description What it waits for */
      approval: components['schemas']['SendApprovalDto'] | null;
      /**
       * Format: int64
       * @description Failed for good
       */
      failed: number;
      /** @description When it ended */
      finishedAt: string | null;
      /**
       * @description Of this send alone
       * @example 7
       */
      id: string;
      /** @description A member sent it to try a message */
      isTest: boolean;
      /**
       * @description Key of the definition
       * @example 1000
       */
      key: string;
      /** @description Title or subject; null without one, and without `users.private` */
      name: string | null;
      /**
       * Format: int64
       * @description Users or devices that the request names; null: it describes them
       */
      named: number | null;
      /** @description When its next recipient is tried again */
      nextAttempt: string | null;
      /**
       * Format: int64
       * @description Recipients; 0 before it begins
       */
      planned: number;
      /**
       * @example [
       *       "IOS"
       *     ]
       */
      platforms: string[];
      /** @description Why it waits */
      reason: components['schemas']['SendReasonDto'] | null;
      /** @example 2030-02-01T12:00:00.000Z */
      requestedAt: string;
      /**
       * Format: int64
       * @description Accepted by the provider
       */
      sent: number;
      /**
       * Format: int64
       * @description Left without a message
       */
      skipped: number;
      /**
       * @description What it does
       * @enum {string}
       */
      state: 'APPROVAL' | 'PAUSED' | 'WAITING' | 'SENDING' | 'RETRYING' | 'FAILED' | 'STOPPED' | 'FINISHED';
      /**
       * Format: int64
       * @description Without a result yet
       */
      waiting: number;
    };
    SendPageDto: {
      /** @description The newest first */
      items: components['schemas']['SendRowDto'][];
      /** @description Cursor of the next page, also behind a page with few rows; null at the end */
      next: string | null;
    };
    SendReasonDto: {
      /**
       * @description Of the provider
       * @example 503
       */
      code: string | null;
      /**
       * @description Herald's word
       * @example UNAVAILABLE
       */
      reason: string | null;
      /** @description Of the provider; null without `users.private` */
      words: string | null;
    };
    SendReportDto: {
      /**
       * @description What is reported, one of `reports` of the delivery
       * @enum {string}
       */
      kind:
        | 'bounced'
        | 'delayed'
        | 'complained'
        | 'opened'
        | 'clicked'
        | 'delivered'
        | 'read'
        | 'undelivered'
        | 'removed'
        | 'answered';
      /**
       * @description Of an answer
       * @example STOP
       */
      text?: string;
    };
    SendRowDto: {
      /**
       * Format: int64
       * @description Failed for good
       */
      failed: number;
      /** @description When it ended */
      finishedAt: string | null;
      /**
       * @description Of this send alone
       * @example 7
       */
      id: string;
      /** @description A member sent it to try a message */
      isTest: boolean;
      /**
       * @description Key of the definition
       * @example 1000
       */
      key: string;
      /** @description Title or subject; null without one, and without `users.private` */
      name: string | null;
      /**
       * Format: int64
       * @description Users or devices that the request names; null: it describes them
       */
      named: number | null;
      /** @description When its next recipient is tried again */
      nextAttempt: string | null;
      /**
       * Format: int64
       * @description Recipients; 0 before it begins
       */
      planned: number;
      /**
       * @example [
       *       "IOS"
       *     ]
       */
      platforms: string[];
      /** @description Why it waits */
      reason: components['schemas']['SendReasonDto'] | null;
      /** @example 2030-02-01T12:00:00.000Z */
      requestedAt: string;
      /**
       * Format: int64
       * @description Accepted by the provider
       */
      sent: number;
      /**
       * Format: int64
       * @description Left without a message
       */
      skipped: number;
      /**
       * @description What it does
       * @enum {string}
       */
      state: 'APPROVAL' | 'PAUSED' | 'WAITING' | 'SENDING' | 'RETRYING' | 'FAILED' | 'STOPPED' | 'FINISHED';
      /**
       * Format: int64
       * @description Without a result yet
       */
      waiting: number;
    };
    SentReportDto: {
      /**
       * @description What Herald answered to the report
       * @example 250 OK
       */
      answer: string;
    };
    SentTestDto: {
      /**
       * @description Of the test
       * @example 7
       */
      id: string;
      /**
       * @description Key of the message
       * @example 1234
       */
      key: string;
      /** @description Who gets it */
      people: components['schemas']['TestedPersonDto'][];
    };
    SessionStateDto: {
      /**
       * @description When the session ends at the latest
       * @example 2030-02-15T12:00:00.000Z
       */
      endsAt: string;
      /**
       * @description When the member last showed who it is
       * @example 2030-02-01T12:00:00.000Z
       */
      provedAt: string | null;
    };
    SignedOutDto: {
      /** @description Where the browser ends its session with the OpenID Connect provider; null: nowhere */
      address: string | null;
    };
    SignInWaysDto: {
      /** @description Nobody is a member yet: the first start prints a link */
      first: boolean;
      /** @description Whether links of members are taken */
      links: boolean;
      /**
       * @description What people call the OpenID Connect provider; null: there is none
       * @example Keycloak
       */
      oidc: string | null;
      /** @description Whether passkeys are taken */
      passkeys: boolean;
    };
    SimulatedDeliveryDto: {
      /** @description Token, e-mail address or number */
      address: string;
      /** @description When it was taken */
      at: string;
      /**
       * @example apns
       * @enum {string}
       */
      channel: 'apns' | 'fcm' | 'webpush' | 'smtp' | 'sms' | 'whatsapp' | 'hms' | 'chat';
      /** @description Of a mail */
      mail?: components['schemas']['MailCardDto'];
      /** @description Id of the message, as the provider has it */
      messageId: string;
      /** @description Of a push */
      push?: components['schemas']['PushCardDto'];
      /**
       * @description What can be reported about it by hand
       * @example [
       *       "delivered",
       *       "answered"
       *     ]
       */
      reports: string[];
      /**
       * Format: int64
       * @description Counts the deliveries of all applications
       */
      seq: number;
      /** @description Of a text message */
      sms?: components['schemas']['SmsCardDto'];
    };
    SimulatedDeliveryListDto: {
      /**
       * @description Channels whose account is simulated; deliveries of no others are told
       * @example [
       *       "apns"
       *     ]
       */
      channels: string[];
      /** @description The newest first, at most 50 */
      items: components['schemas']['SimulatedDeliveryDto'][];
      /**
       * Format: int64
       * @description `before` of the next page; null at the end
       */
      older: number | null;
    };
    SlideDto: {
      /** @example The first */
      text: string;
      /** @example One */
      title: string;
    };
    SmsCardDto: {
      /**
       * Format: int64
       * @description Characters of the text
       */
      characters: number;
      /** @example GSM-7 */
      encoding: string;
      /** @example SHOP */
      from: string;
      /** @description Addresses of media */
      media: string[];
      /**
       * Format: int64
       * @description Parts that are paid for
       */
      segments: number;
      /** @example Your order has left */
      text: string;
    };
    SmsSegmentsDto: {
      /**
       * Format: int64
       * @description Length in units of the encoding
       * @example 29
       */
      characters: number;
      /**
       * @description UCS-2 as soon as one character is not of the GSM alphabet
       * @enum {string}
       */
      encoding: 'GSM-7' | 'UCS-2';
      /**
       * Format: int64
       * @description Units that one segment of this text holds
       * @example 160
       */
      perSegment: number;
      /**
       * Format: int64
       * @description Messages that are sent and paid for
       * @example 1
       */
      segments: number;
    };
    SpeedDto: {
      /**
       * Format: int64
       * @description Minutes of an interval
       */
      intervalMins: number;
      /**
       * Format: int64
       * @description Recipients of an interval
       */
      packageSize?: number;
      /**
       * Format: int64
       * @description Another spelling of `packageSize`
       */
      packetSize?: number;
    };
    SuppressionListDto: {
      /** @description In the order of their ids */
      items: components['schemas']['ListedSuppressionDto'][];
      /** @description Whether addresses and details are hidden */
      masked: boolean;
      /** @description Cursor of the next page; null at the end */
      next: string | null;
    };
    SurroundingsDto: {
      /** @description Nearest first */
      items: components['schemas']['NearbyCircleDto'][];
    };
    TaggingDto: {
      /**
       * @description Who began it
       * @example Ada
       */
      by: string;
      /**
       * Format: int64
       * @description Of these, who got the tag or lost it; others were so before, or are gone
       */
      changed: number;
      /** @example 2030-02-01T12:00:00.000Z */
      createdAt: string;
      /** @enum {string} */
      direction: 'ADD' | 'REMOVE';
      /**
       * Format: int64
       * @description Of them, who is done
       */
      done: number;
      /** @example 2030-02-01T12:00:10.000Z */
      finishedAt: string | null;
      id: string;
      /**
       * Format: int64
       * @description Users of the audience when it began
       */
      people: number;
      /** @enum {string} */
      state: 'WAITING' | 'RUNNING' | 'FINISHED' | 'STOPPED';
      /** @example winter */
      tag: string;
    };
    TaggingListDto: {
      /** @description The newest twenty of the last 30 days */
      items: components['schemas']['TaggingDto'][];
    };
    TargetLocationDto: {
      /** @description Degrees */
      latitude: number;
      /** @description Degrees */
      longitude: number;
      /** @description Kilometres */
      radius: number;
    };
    TemplateContentDto: {
      /** @description Of `blocks` */
      design?: components['schemas']['BlockMailDto'];
      /**
       * @description Of `html`: at most 256 KB. Elements with `data-herald-edit="name"` are its regions
       * @example <h1 data-herald-edit="headline">News</h1>
       */
      html?: string;
      /**
       * @description `html`: its regions are filled in; `blocks`: a mail begins with them
       * @enum {string}
       */
      kind: 'html' | 'blocks';
      /** @example Newsletter */
      name: string;
    };
    TemplateDeleteDto: {
      /**
       * Format: int64
       * @description Drafts that the member was told of; where there are more now, it is refused
       */
      uses: number;
      /**
       * Format: int64
       * @description Version that was seen
       * @example 4
       */
      version: number;
    };
    TemplateDifferenceDto: {
      /**
       * @description `field`: what is filled in, by its name; `text`: a line; `picture`: its address
       * @enum {string}
       */
      part: 'field' | 'text' | 'picture';
      /**
       * @description The version that alone has it
       * @enum {string}
       */
      side: 'earlier' | 'newest';
      /**
       * @description At most 300 characters, then `…`
       * @example Everything 20 % off
       */
      text: string;
    };
    TemplateDto: {
      /** @example 2030-02-01T12:00:00.000Z */
      changedAt: string;
      /**
       * @description Who saved it last
       * @example Ada
       */
      changedBy: string;
      /** @description Of `blocks` */
      design?: components['schemas']['BlockMailDto'];
      /** @description Of `html` */
      html?: string;
      /** @example 12 */
      id: string;
      /** @enum {string} */
      kind: 'html' | 'blocks';
      /** @example Newsletter */
      name: string;
      /** @description Of `html`: what is filled in */
      regions: components['schemas']['TemplateRegionDto'][];
      /**
       * Format: int64
       * @description Version of what follows
       * @example 4
       */
      shown: number;
      /** @description Open drafts that are written with it */
      uses: components['schemas']['TemplateUseDto'][];
      /**
       * Format: int64
       * @description The newest; it counts the saves
       * @example 4
       */
      version: number;
    };
    TemplateHtmlDto: {
      /** @example <h1 data-herald-edit="headline">News</h1> */
      html: string;
    };
    TemplateListDto: {
      /** @description The one that was changed last first; there are at most 200 */
      items: components['schemas']['ListedTemplateDto'][];
    };
    TemplateRegionDto: {
      /**
       * @description By its element: `link` of `<a>`, `image` of `<img>`
       * @enum {string}
       */
      kind: 'text' | 'link' | 'image';
      /** @example headline */
      name: string;
      /** @description In the template; of a picture its `alt` */
      text: string;
      /** @description In the template, of a link or picture */
      url: string;
    };
    TemplateRegionListDto: {
      regions: components['schemas']['TemplateRegionDto'][];
    };
    TemplateRestoreDto: {
      /**
       * Format: int64
       * @description Version that is saved again
       * @example 2
       */
      restores: number;
      /**
       * Format: int64
       * @description Newest version that was seen: where another one is there, it is refused
       * @example 4
       */
      version: number;
    };
    TemplateSaveDto: {
      /** @description Of `blocks` */
      design?: components['schemas']['BlockMailDto'];
      /**
       * @description Of `html`: at most 256 KB. Elements with `data-herald-edit="name"` are its regions
       * @example <h1 data-herald-edit="headline">News</h1>
       */
      html?: string;
      /**
       * @description `html`: its regions are filled in; `blocks`: a mail begins with them
       * @enum {string}
       */
      kind: 'html' | 'blocks';
      /** @example Newsletter */
      name: string;
      /**
       * Format: int64
       * @description Version that was changed: where another one is there, it is refused
       * @example 4
       */
      version: number;
    };
    TemplateStateDto: {
      /** @example 2030-02-01T12:00:00.000Z */
      changedAt: string;
      /**
       * @description Who saved it last
       * @example Ada
       */
      changedBy: string;
      /** @example 12 */
      id: string;
      /** @enum {string} */
      kind: 'html' | 'blocks';
      /** @example Newsletter */
      name: string;
      /**
       * Format: int64
       * @description The newest; it counts the saves
       * @example 4
       */
      version: number;
    };
    TemplateUseDto: {
      /**
       * @description Id of a draft
       * @example 12
       */
      draft: string;
      /** @example Spring sale */
      name: string;
    };
    TemplateVersionDto: {
      /** @example 2030-02-01T12:00:00.000Z */
      savedAt: string;
      /** @example Ada */
      savedBy: string;
      /**
       * Format: int64
       * @example 3
       */
      version: number;
    };
    TemplateVersionPageDto: {
      /** @description The newest first */
      items: components['schemas']['TemplateVersionDto'][];
      /** @description Cursor of the next page; null at the end */
      next: string | null;
    };
    TestDto: {
      /** @example 7 */
      id: string;
      /**
       * @description Key of the message
       * @example 1234
       */
      key: string;
      /** @description Who gets it */
      people: components['schemas']['TestPersonDto'][];
      /** @description Why it waits */
      reason: components['schemas']['SendReasonDto'] | null;
      /**
       * @description What it does
       * @enum {string}
       */
      state: 'APPROVAL' | 'PAUSED' | 'WAITING' | 'SENDING' | 'RETRYING' | 'FAILED' | 'STOPPED' | 'FINISHED';
    };
    TestedPersonDto: {
      /** @example ada */
      extId: string;
      /**
       * @description Herald's id of the user
       * @example 1024
       */
      uid: string;
    };
    TesterListDto: {
      /** @description At most 50, by extId */
      items: components['schemas']['FoundUserDto'][];
      /** @description There are more of them */
      more: boolean;
    };
    TestMessageDto: {
      /**
       * @description `SENT`: its provider took it. `DELIVERED`: it tells that it is there
       * @enum {string}
       */
      end: 'OPEN' | 'SENT' | 'DELIVERED' | 'FAILED' | 'SKIPPED';
      /** @description Of a device */
      installationId: string | null;
      /**
       * @description `PUSH`, `ANY`: nothing to send to
       * @example IOS
       */
      platform: string;
      /**
       * @description Of one that did not arrive
       * @example NO_DEVICE
       */
      reason: string | null;
    };
    TestPersonDto: {
      /** @description By device and address */
      messages: components['schemas']['TestMessageDto'][];
      /**
       * @description Herald's id of the user
       * @example 1024
       */
      uid: string;
    };
    TimelineEntryDto: {
      /** @description When */
      at: string;
      /** @description Its key, where it is known */
      campaign: string | null;
      /**
       * @description What happened
       * @example clicked
       * @enum {string}
       */
      kind:
        | 'message'
        | 'received'
        | 'opened'
        | 'clicked'
        | 'late'
        | 'event'
        | 'consent'
        | 'registered'
        | 'device'
        | 'token'
        | 'tokenRetired'
        | 'merged'
        | 'erased'
        | 'inbox';
      /** @description The record itself */
      raw: {
        [key: string]: unknown;
      };
      /**
       * @description Why; of a click its button, of a late fact what it tells, of consent from where it came
       * @example INVALID_TOKEN
       */
      reason: string | null;
      /** @description Of a message: SUCCESS, FAILED, SKIPPED or OPEN; of consent: YES, NO; of the inbox: READ, UNREAD, DELETED */
      status: string | null;
      /** @description What the user was sent; null without the permission `users.private` */
      text: string | null;
      /** @description Title of the message, name of the event, subject of the consent, or the device */
      title: string;
    };
    TimelinePageDto: {
      /** @description The newest first */
      items: components['schemas']['TimelineEntryDto'][];
      /** @description Cursor of the next page; null at the end */
      next: string | null;
    };
    TrackingDto: {
      /** @description Whether clicks on links are counted */
      clicks?: boolean;
      /** @description Whether opens of e-mails are counted */
      opens?: boolean;
    };
    TypedCodeDto: {
      /**
       * @description Six digits, as they arrived
       * @example 042137
       */
      code: string;
    };
    UndefinedAttributeDto: {
      /** @example paymentMethod */
      code: string;
      /**
       * @description Type that the newest example has
       * @example STRING
       */
      dataType: string;
    };
    UndefinedEventDto: {
      /** @description An attribute of a defined event; null: the event itself is undefined */
      attribute: string | null;
      /** @description What the newest example tells, without its values */
      attributes: components['schemas']['UndefinedAttributeDto'][];
      /**
       * Format: int64
       * @description How often
       */
      count: number;
      /** @example 2030-02-01T12:00:00.000Z */
      firstAt: string;
      /** @example 2030-02-01T12:00:00.000Z */
      lastAt: string;
      /**
       * @description Code that was fired
       * @example OrderCancelEvent
       */
      name: string;
    };
    UndefinedEventListDto: {
      /** @description The latest first */
      items: components['schemas']['UndefinedEventDto'][];
    };
    ViewChangeDto: {
      /**
       * @description By the names of the address, texts alone; at most 20 of 200 characters
       * @example {
       *       "state": "SENDING",
       *       "label": "news"
       *     }
       */
      filters?: {
        [key: string]: unknown;
      };
      /** @description Absent: stays */
      name?: string;
    };
    ViewDto: {
      /**
       * @description By the names of the address, texts alone; at most 20 of 200 characters
       * @example {
       *       "state": "SENDING",
       *       "label": "news"
       *     }
       */
      filters: {
        [key: string]: unknown;
      };
      /** @example 7 */
      id: string;
      /** @example News */
      name: string;
    };
    ViewListDto: {
      /** @description The member's own, by their names */
      items: components['schemas']['ViewDto'][];
    };
    WaitingCampaignDto: {
      /** @example 2030-02-01T12:00:00.000Z */
      askedAt: string;
      /** @description Who asked */
      author: components['schemas']['ReviewActorDto'] | null;
      /** @description Until when it can be approved; null: without an end */
      expiresAt: string | null;
      /**
       * Format: int64
       * @description Approvals that it has
       */
      given: number;
      /**
       * @description Key of the campaign
       * @example 1234
       */
      key: string;
      /** @example Spring sale */
      name: string | null;
      /**
       * Format: int64
       * @description Approvals that it needs
       */
      needed: number;
      /**
       * @description What this member did with it
       * @enum {string|null}
       */
      own: 'AUTHOR' | 'APPROVED' | null;
      /**
       * Format: int64
       * @description Recipients as the author saw them; null: asked for over REST
       */
      planned: number | null;
      /** @description When it would leave; null: at once */
      startsAt: string | null;
      /**
       * Format: int64
       * @description Users who may match at its launch; with more it needs more approvals. Null: any number
       */
      upTo: number | null;
    };
    WaitingCampaignsDto: {
      /** @description The oldest first; at most 200 */
      items: components['schemas']['WaitingCampaignDto'][];
      /** @description What the application asks for now; the last step that a send is beyond counts */
      steps: components['schemas']['ApprovalStepDto'][];
    };
    WhatsAppDto: {
      /** @description A file with the text of the message as its caption, for the same people */
      media?: components['schemas']['WhatsAppMediaDto'];
      /** @description Left out: the text of the message, for people who wrote within the last 24 hours */
      template?: components['schemas']['WhatsAppTemplateDto'];
    };
    WhatsAppMediaDto: {
      /** @description Shown name of a document */
      filename?: string;
      /** @description Of a file that was uploaded to the account at Meta */
      id?: string;
      /** @description Public address; begins with https */
      link?: string;
      /**
       * @description What the file is
       * @example image
       * @enum {string}
       */
      type: 'image' | 'video' | 'document';
    };
    WhatsAppTemplateDto: {
      /**
       * @description Values, as the Cloud API takes them; texts and links may have placeholders
       * @example [
       *       {
       *         "type": "body",
       *         "parameters": [
       *           {
       *             "type": "text",
       *             "text": "@{name|there}"
       *           }
       *         ]
       *       }
       *     ]
       */
      components?: Record<string, never>[];
      /**
       * @description Of the template, as at Meta
       * @example en_US
       */
      language: string;
      /**
       * @description Languages of the template for people of other languages, by the names in `languages` of the message
       * @example {
       *       "tr": "tr"
       *     }
       */
      languages?: {
        [key: string]: string;
      };
      /**
       * @description As at Meta
       * @example order_update
       */
      name: string;
    };
    WhatsAppTemplateFieldDto: {
      /**
       * Format: int64
       * @description Place of the button, from 0; null: no button
       */
      index: number | null;
      /**
       * @description `parameter_name` of the value; null: values are counted
       * @example first_name
       */
      name: string | null;
      /**
       * @description Part of the template
       * @enum {string}
       */
      part: 'header' | 'body' | 'button';
      /**
       * @description What it is; of a file a message has the address
       * @example text
       * @enum {string}
       */
      type: 'text' | 'coupon_code' | 'image' | 'video' | 'document';
    };
    WhatsAppTemplateItemDto: {
      /**
       * @description Its text, with the places of its values
       * @example Hello {{1}}, your order is here.
       */
      body: string;
      /** @description Its values, in the order in which a message has them */
      fields: components['schemas']['WhatsAppTemplateFieldDto'][];
      /**
       * @description As at Meta
       * @example en_US
       */
      language: string;
      /** @example order_update */
      name: string;
    };
    WhatsAppTemplateListDto: {
      /** @description By name and language, without those that take more than texts, codes and files */
      items: components['schemas']['WhatsAppTemplateItemDto'][];
    };
    WhyClauseDto: {
      /** @description Nested clauses, of the same form */
      children: Record<string, never>[];
      /**
       * @description Its kind; `and`, `or` and `not` have children
       * @example profile
       */
      clause: string;
      /**
       * @description What the user has; null without it, `***` for a private value
       * @example Izmir
       */
      found: (string | null) | number | boolean | Record<string, never> | unknown[];
      /** @description Whether the user matches it */
      holds: boolean;
      /**
       * @description What it asks for
       * @example {
       *       "code": "city",
       *       "values": [
       *         "Izmir",
       *         "Ankara"
       *       ]
       *     }
       */
      wanted: {
        [key: string]: unknown;
      };
    };
    WhyDeviceDto: {
      /** @description Not told */
      model: string | null;
      /**
       * @description Of a send now; `ABSENT`: there is no device
       * @enum {string}
       */
      outcome: 'READY' | 'WAITING' | 'SKIPPED' | 'FAILED' | 'ABSENT';
      /** @example IOS */
      platform: string;
      /** @example CATEGORY_OPTED_OUT */
      reason: string | null;
    };
    WhyDto: {
      /** @description The target, evaluated now */
      clauses: components['schemas']['WhyClauseDto'][];
      /** @description A send now, by platform */
      devices: components['schemas']['WhyDeviceDto'][];
      /** @description Whether a send now would reach the user */
      included: boolean;
      /** @description As it was; null: nothing was */
      result: components['schemas']['WhyResultDto'] | null;
    };
    WhyResultDto: {
      /** @description When */
      at: string;
      /** @example INVALID_TOKEN */
      reason: string | null;
      /** @example FAILED */
      status: string;
    };
    WillGetDto: {
      /**
       * @description Whom it is about
       * @example ada
       */
      extId: string;
      /**
       * Format: int64
       * @description Users at most, drawn at random
       */
      limit?: number;
      /** @description What the server makes the HTML of an e-mail from, in place of `message.text` */
      mail?: components['schemas']['ComposedMailDto'];
      /**
       * @description As `message` of `sendBulkNotification`
       * @example {
       *       "title": "Spring sale",
       *       "text": "Everything 20 % off today",
       *       "platforms": [
       *         "IOS",
       *         "ANDROID"
       *       ]
       *     }
       */
      message: components['schemas']['ComposedContentDto'];
      /** @description When it is sent; absent: now */
      schedule?: components['schemas']['ScheduleDto'];
      /** @description How fast it goes; absent: as fast as the providers take it */
      speed?: components['schemas']['SpeedDto'];
      /**
       * @description As of a segment: several forms are combined with AND, groups stand in `all`, `any` and `none`
       * @example {
       *       "sendToAll": true
       *     }
       */
      target: components['schemas']['GroupedTargetDto'];
    } & {
      [key: string]: unknown;
    };
    WrittenDraftDto: {
      /**
       * @description Of the draft
       * @example 12
       */
      id: string;
      /**
       * Format: int64
       * @description As it was saved last: of another one it is refused
       */
      version: number;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getAppsAppAccounts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the provider accounts with what stops them and their last fault */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountsDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppAccountsAccountResume: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        account: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ends the pause or the rest of an account; what waits is sent within half a minute */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountsDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppAccountsAccountTest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        account: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tries the credentials of an account, within about 20 s, and sends nobody a message. A fault of the account is an answer, and no error */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountTestResultDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppApprovals: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists campaigns that wait for approval, the oldest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WaitingCampaignsDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppApprovalsKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets a request: what was asked for, by whom, and what became of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReviewDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppApprovalsKeyApprove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ApproveDto'];
      };
    };
    responses: {
      /** @description Approves a campaign as it was read; the last approval that it needs lets it go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReviewDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppApprovalsKeyCheck: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Begins to count whom a campaign that waits would reach now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppApprovalsKeyNeighbours: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists what else leaves within a day of a request, and how many of its users get both */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NeighbourhoodDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppApprovalsKeyReject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RejectDto'];
      };
    };
    responses: {
      /** @description Rejects a campaign: it never leaves */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReviewDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppApprovalsKeyWithdraw: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Takes back what the member itself asked for */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReviewDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppAudienceAttributes: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AudienceAttributesQuestionDto'];
      };
    };
    responses: {
      /** @description Lists attributes, with how many of an audience have a value */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AudienceAttributesDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppAudienceBreakdown: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AudienceBreakdownQuestionDto'];
      };
    };
    responses: {
      /** @description Counts the users of an audience by the values of an attribute */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AudienceBreakdownDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppAudienceExport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AudienceExportDto'];
      };
    };
    responses: {
      /** @description Exports the users of an audience as CSV; the audit log tells how many */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppAudienceExportColumns: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists what an export of users may have */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExportColumnListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppAudienceOverlap: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AudienceOverlapQuestionDto'];
      };
    };
    responses: {
      /** @description Counts how many users audiences share: each two of them, and exactly these */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AudienceOverlapDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppAudiencePreview: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AudienceQuestionDto'];
      };
    };
    responses: {
      /** @description Counts an audience, and what each clause leaves of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AudiencePreviewDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppAudienceReach: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AudienceReachQuestionDto'];
      };
    };
    responses: {
      /** @description Counts who of an audience drops out before a message, by platform */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AudienceReachDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppAudienceSample: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AudienceSampleQuestionDto'];
      };
    };
    responses: {
      /** @description Draws users of an audience */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AudienceSampleDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppAudienceSegments: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists segments with their sizes, and what names them */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SegmentOverviewsDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppAudienceSegments: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DescribedSegmentDto'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppAudienceSegmentsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets a segment with its target */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EditedSegmentDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppAudienceSegmentsIdChange: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SegmentChangeDto'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppAudienceSegmentsIdRemove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppAudienceTaggings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the tags that audiences got or lost lately, with how far each is */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TaggingListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppAudienceTaggings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewTaggingDto'];
      };
    };
    responses: {
      /** @description Gives everybody in an audience a tag, or takes it off, in the background */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TaggingDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppAudienceTaggingsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Shows how far one is */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TaggingDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppAudienceTaggingsIdStop: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ends one. Who is done stays as they are now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TaggingDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppAudienceValues: {
    parameters: {
      query: {
        /** @description Only values that begin so, whatever their case and accents */
        begins?: string;
        /** @description What has values: an attribute, an attribute of devices, or tags by their names */
        by: 'attribute' | 'device' | 'tag';
        /** @description Code of the attribute; of tags there is none */
        code?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists values that users have, with how many have each */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AudienceValuesDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppAudienceWords: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists what an audience can be described by */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AudienceWordsDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppAudit: {
    parameters: {
      query?: {
        /** @description Actions that begin so */
        action?: string;
        /** @description Kind or id of the actor, or how the name begins */
        actor?: string;
        /** @description `next` of the page before */
        after?: number;
        /** @description Rows of a page */
        limit?: number;
        /** @description Subjects that begin so */
        subject?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists entries of the audit log, the newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditPageDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppAuditVerify: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Checks that no entry was changed or is missing */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChainCheckDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppCampaigns: {
    parameters: {
      query?: {
        /** @description `next` of the page before */
        after?: number;
        /** @description Only of this author: kind and id, with a hyphen between */
        author?: string;
        /** @description Only with this label */
        label?: string;
        /** @description Rows of a page */
        limit?: number;
        /** @description Only to this platform */
        platform?: string;
        /** @description Part of the name or label */
        q?: string;
        /** @description Only in this state */
        state?: 'SCHEDULED' | 'HELD' | 'STARTING' | 'SENDING' | 'PAUSED' | 'FINISHED' | 'STOPPED';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists campaigns, the newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CampaignPageDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppCampaignsKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets a campaign: figures, message, target, options */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CampaignPanelDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppCampaignsKeyDrills: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the fault drills of a campaign with their verdicts */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DrillListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppCampaignsKeyDrills: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DrillPlanDto'];
      };
    };
    responses: {
      /** @description Sends a copy of a campaign to its simulated accounts while they fail on purpose; it is judged at the end */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DrillDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppCampaignsKeyHistory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists who did what with a campaign, the newest first; at most 100 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CampaignHistoryDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppCampaignsKeyMove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MoveDto'];
      };
    };
    responses: {
      /** @description Moves a campaign that has not begun to another time; an approval of it is needed anew */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CampaignRowDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppCampaignsKeyPause: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Pauses a campaign: after the answer only batches under way are still sent */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CampaignPanelDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppCampaignsKeyPayloads: {
    parameters: {
      query?: {
        /** @description Herald's id of a user: what its addresses would get now */
        uid?: string;
      };
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists what providers are given, by platform and language, or for the addresses of one user */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PayloadListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppCampaignsKeyReasons: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Sums why recipients failed or got nothing */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReasonListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppCampaignsKeyRecipients: {
    parameters: {
      query?: {
        /** @description `next` of the page before */
        after?: string;
        /** @description Rows of a page */
        limit?: number;
        /** @description Only on this platform */
        platform?: string;
        /** @description Only with this reason */
        reason?: string;
        /** @description Absent: those with a final answer of a provider */
        status?: 'SUCCESS' | 'FAILED' | 'SKIPPED' | 'OPEN';
      };
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists recipients of a campaign, those who got nothing too */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecipientPageDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppCampaignsKeyRecipientsCsv: {
    parameters: {
      query?: {
        /** @description Only on this platform */
        platform?: string;
        /** @description Only with this reason */
        reason?: string;
        /** @description Absent: those with a final answer of a provider */
        status?: 'SUCCESS' | 'FAILED' | 'SKIPPED' | 'OPEN';
      };
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Exports recipients as CSV, without a filter those who got nothing too; the audit log has it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppCampaignsKeyResume: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lets a paused campaign go on */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CampaignPanelDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppCampaignsKeySeries: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tells how fast a campaign was over its whole run */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CampaignSeriesDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppCampaignsKeySpeed: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaceDto'];
      };
    };
    responses: {
      /** @description Changes how fast a campaign goes */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CampaignPanelDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppCampaignsKeyStop: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Stops a campaign for good: who was not sent to ends as skipped */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CampaignPanelDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppCampaignsOverlap: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CampaignOverlapQuestionDto'];
      };
    };
    responses: {
      /** @description Counts how many users match the audiences of two campaigns */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CampaignOverlapDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppChecksId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets a check: how far it is, and what it counted */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppChecksIdSamples: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Shows what a few recipients of a checked campaign would get */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckSamplesDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppChecksIdStop: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Stops a check that nobody waits for */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppComposeButtonSets: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the button sets that a message may name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ButtonSetListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppComposeCategories: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the categories that a message may have */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CategoryListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppComposeCheck: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ComposedCampaignDto'];
      };
    };
    responses: {
      /** @description Begins to count whom a campaign would reach now, by the planner of the launch */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppComposeLaunch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CampaignLaunchDto'];
      };
    };
    responses: {
      /** @description Launches a campaign that was checked, or asks for it, where it would still reach as many */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LaunchedDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppComposeNeighbours: {
    parameters: {
      query: {
        /** @description When a campaign would leave */
        at: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists what else leaves within a day of a moment */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NeighbourhoodDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppComposePreview: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ComposeQuestionDto'];
      };
    };
    responses: {
      /** @description Shows a message as providers would get it, for one person or for nobody */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ComposePreviewDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppComposeTest: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ComposeTestDto'];
      };
    };
    responses: {
      /** @description Sends a message to a few people, before anybody else gets it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SentTestDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppComposeWhatsappTemplates: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the approved templates of WhatsApp that a message may name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WhatsAppTemplateListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppComposeWillGet: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WillGetDto'];
      };
    };
    responses: {
      /** @description Tells whether a campaign would reach a person now, and why not. No limit is considered */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WhyDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppDrafts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists open drafts of campaigns */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DraftsDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppDrafts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DraftContentDto'];
      };
    };
    responses: {
      /** @description Begins a draft */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DraftStateDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppDraftsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets a draft, and what became of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DraftDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppDraftsIdDelete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DraftDeleteDto'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppDraftsIdPresence: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DraftPageDto'];
      };
    };
    responses: {
      /** @description Tells that a page has the draft open, or leaves it, and who else has it open */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DraftReadersDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppDraftsIdSave: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DraftSaveDto'];
      };
    };
    responses: {
      /** @description Saves a draft, where nobody else did meanwhile */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DraftStateDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppErasures: {
    parameters: {
      query?: {
        /** @description `next` of the page before */
        after?: string | (string | null) | number | boolean | Record<string, never> | unknown[];
        /** @description Receipts that name it */
        extId?: string;
        /** @description Receipts of a page */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the receipts of erasures, or those of one extId */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErasureListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppErasuresLists: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the newest lists of people to erase */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErasureListsDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppErasuresLists: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewErasureListDto'];
      };
    };
    responses: {
      /** @description Stores a list, and counts its users. Nobody is erased before it is confirmed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErasureListRowDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppErasuresListsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Shows how far a list is */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErasureListRowDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppErasuresListsIdConfirm: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConfirmErasureDto'];
      };
    };
    responses: {
      /** @description Erases the people of a list for good, in the background */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErasureListRowDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppErasuresListsIdLinesCsv: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Exports what became of each line as CSV: its number, and erased, unknown or open */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppErasuresListsIdStop: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ends a list, also one that was only counted. Who is erased stays erased */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErasureListRowDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppGeofences: {
    parameters: {
      query?: {
        /** @description `next` of the page before */
        after?: string;
        /** @description A part of the title */
        find?: string;
        /** @description A whole name */
        group?: string;
        /** @description Geofences of a page */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists geofences by title, and all groups */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GeofenceListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppGeofences: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GeofenceDto'];
      };
    };
    responses: {
      /** @description Adds a geofence */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GeofenceAddedDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppGeofencesId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Shows a geofence */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListedGeofenceDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppGeofencesId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GeofenceDto'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppGeofencesIdDelete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppGeofencesDevices: {
    parameters: {
      query: {
        /** @description Degrees */
        latitude: number;
        /** @description Degrees */
        longitude: number;
        /** @description Kilometres from the centre, at most 500 */
        reach: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tells how many devices were last where around a point, without single ones */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeviceDensityDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppGeofencesGroups: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GroupChangeDto'];
      };
    };
    responses: {
      /** @description Gives a group another name, or takes it from all its geofences */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GroupChangedDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppGeofencesImport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GeofenceFileDto'];
      };
    };
    responses: {
      /** @description Adds the geofences of a file, or tells what it would add */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GeofenceImportDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppGeofencesNear: {
    parameters: {
      query: {
        /** @description Degrees */
        latitude: number;
        /** @description Degrees */
        longitude: number;
        /** @description Kilometres from the centre */
        reach: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the geofences around a point */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SurroundingsDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppHome: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tells what needs somebody now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnHomeDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppImports: {
    parameters: {
      query?: {
        /** @description `next` of the page before */
        after?: number;
        /** @description Rows of a page */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the imports of the last 30 days */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportPageDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppImports: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /**
           * @description From where the consent of the rows comes, in words, for the history of consent. The panel asks for it where the mapping has addresses or consent
           * @example Signed at the counter in May
           */
          consent?: string;
          /**
           * Format: binary
           * @description CSV or NDJSON in UTF-8
           * @example extId
           *     id1
           */
          file: string;
          /**
           * @description Where the name of the file does not end with it
           * @example csv
           * @enum {string}
           */
          format?: 'csv' | 'ndjson';
          /**
           * @description What the columns mean, as JSON
           * @example {"fields":{"extId":"extId"}}
           */
          mapping?: string;
        };
      };
    };
    responses: {
      /** @description Stores a file of users, and checks in the background what it would change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportRowDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppImportsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Shows how far an import is, and what became of its lines */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportRowDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppImportsIdFaults: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Sums why lines were refused */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportFaultListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppImportsIdLines: {
    parameters: {
      query?: {
        /** @description `next` of the page before */
        after?: number;
        /** @description Rows of a page */
        limit?: number;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists refused lines: number, field and reason, never the value */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportLinePageDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppImportsIdLinesCsv: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Exports refused lines as CSV: line, field, reason, column, at most 100,000 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppImportsIdRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Imports what was checked: the same file, the same columns, under the same id */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportRowDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppImportsIdStop: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ends a check or a run. What is written stays */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportRowDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppImportsColumns: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ImportHeadDto'];
      };
    };
    responses: {
      /** @description Tells what the columns of a file mean by their names, and what else they may be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportColumnsDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppKeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the keys of an application, without their secrets */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KeyListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppKeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewKeyDto'];
      };
    };
    responses: {
      /** @description Makes a key, and tells its secret once */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KeySecretDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppKeysIdRevoke: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppKeysIdRotate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotationDto'];
      };
    };
    responses: {
      /** @description Gives a key a second secret, and lets the first end after a while */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KeySecretDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppMedia: {
    parameters: {
      query?: {
        /** @description `next` of the page before */
        after?: number;
        /** @description Pictures of a page */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists pictures, with the messages that show them and may still be sent */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MediaPageDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppMedia: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /**
           * Format: binary
           * @description PNG, JPEG, GIF or WebP
           */
          file: string;
        };
      };
    };
    responses: {
      /** @description Stores a picture, without what does not draw it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MediaDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppMediaHashDelete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        hash: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MediaRemovalDto'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppOwnUsers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the users that the member has proved to be its own */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnUserListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppOwnUsersUidRemove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppOwnUsersCodes: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewCodeDto'];
      };
    };
    responses: {
      /** @description Sends a code to a user, so that the member proves that it reads its messages */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AskedCodeDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppOwnUsersCodesIdProve: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TypedCodeDto'];
      };
    };
    responses: {
      /** @description Makes the user of a code the member's own, by the code */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnUserDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppReports: {
    parameters: {
      query: {
        /** @description What a line is */
        by?: 'day' | 'platform' | 'label' | 'campaign';
        /** @description First day of launches */
        from: string;
        /** @description Last day, which is in it; at most 92 days */
        to: string;
        /** @description Time zone of the days */
        zone?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Sums what became of the campaigns that were launched on some days */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReportDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppReportsCsv: {
    parameters: {
      query: {
        /** @description What a line is */
        by?: 'day' | 'platform' | 'label' | 'campaign';
        /** @description First day of launches */
        from: string;
        /** @description Last day, which is in it; at most 92 days */
        to: string;
        /** @description Time zone of the days */
        zone?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Exports the lines of a report and their sum as CSV */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppSends: {
    parameters: {
      query?: {
        /** @description `next` of the page before */
        after?: string;
        /** @description Rows of a page */
        limit?: number;
        /** @description Those that are not over, or those of the last 7 days that failed or were stopped */
        list?: 'open' | 'failed';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists transactional sends that are not over, or that failed lately */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SendPageDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppSendsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets a transactional send: how far it is, and what it waits for */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SendDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppSendsIdApprove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DecideSendDto'];
      };
    };
    responses: {
      /** @description Approves all sends of a request; the last approval that it needs lets them go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SendDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppSendsIdPause: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Pauses a transactional send */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SendDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppSendsIdRecipients: {
    parameters: {
      query?: {
        /** @description `next` of the page before */
        after?: string;
        /** @description Rows of a page */
        limit?: number;
        /** @description Only on this platform */
        platform?: string;
        /** @description Only with this reason */
        reason?: string;
        /** @description Absent: those with a final answer of a provider */
        status?: 'SUCCESS' | 'FAILED' | 'SKIPPED' | 'OPEN';
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists recipients of a transactional send, with what became of them */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecipientPageDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppSendsIdReject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DecideSendDto'];
      };
    };
    responses: {
      /** @description Rejects all sends of a request: they never leave */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SendDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppSendsIdResume: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lets a paused transactional send go on */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SendDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppSendsIdStop: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Stops a transactional send for good: who was not sent to ends as skipped */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SendDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppSetup: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the sections of the application file */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SectionListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppSetupSection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        section: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Shows a section as the application file has it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SectionTextDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppSetupSectionApply: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        section: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SectionSaveDto'];
      };
    };
    responses: {
      /** @description Applies an edit of a section, whole or not at all */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SectionReviewDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppSetupSectionReview: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        section: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SectionEditDto'];
      };
    };
    responses: {
      /** @description Tells what an edit of a section would change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SectionReviewDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppSetupFile: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Writes the application file. Secrets are named in it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/yaml': string;
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppSimulatorsDeliveries: {
    parameters: {
      query?: {
        /** @description A part of the address */
        address?: string;
        /** @description `older` of the page before */
        before?: number;
        /** @description Only of this channel */
        channel?: 'apns' | 'fcm' | 'webpush' | 'smtp' | 'sms' | 'whatsapp' | 'hms' | 'chat';
        /** @description Words of the message */
        text?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists what the simulators took from the simulated accounts, as people get it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SimulatedDeliveryListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppSimulatorsDeliveriesSeqHtml: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        seq: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets the HTML of a mail, for a frame without scripts and requests */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppSimulatorsDeliveriesSeqReport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        seq: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SendReportDto'];
      };
    };
    responses: {
      /** @description Has a simulator report something about a delivery, as a provider or a receiver would */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SentReportDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppSuppressions: {
    parameters: {
      query: {
        /** @description The whole address: parts find nothing. All its entries are one page */
        address?: string;
        /** @description `next` of the page before */
        after?: string;
        /** @description What is not sent */
        channel: 'email' | 'sms' | 'whatsapp' | 'chat';
        /** @description Entries of a page */
        limit?: number;
        /** @description Only entries with this reason */
        reason?: 'COMPLAINT' | 'STOP' | 'HARD_BOUNCE' | 'INVALID_ADDRESS' | 'UNSUBSCRIBED';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists suppressed addresses of a channel, hidden but for a part */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuppressionListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppSuppressions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewSuppressionsDto'];
      };
    };
    responses: {
      /** @description Adds addresses: nothing is sent to them, for any user */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AddedSuppressionsDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppSuppressionsCsv: {
    parameters: {
      query: {
        /** @description What is not sent */
        channel: 'email' | 'sms' | 'whatsapp' | 'chat';
        /** @description Only entries with this reason */
        reason?: 'COMPLAINT' | 'STOP' | 'HARD_BOUNCE' | 'INVALID_ADDRESS' | 'UNSUBSCRIBED';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Exports suppressed addresses as CSV; the audit log has it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppSuppressionsChannelIdRelease: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        channel: string;
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReleaseDto'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppSuppressionsReveal: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ListSuppressionsQuery'];
      };
    };
    responses: {
      /** @description Shows the addresses of a page. The audit log has who looked */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuppressionListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppTemplates: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists templates, with the drafts that are written with them */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppTemplates: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TemplateContentDto'];
      };
    };
    responses: {
      /** @description Stores a template */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateStateDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppTemplatesId: {
    parameters: {
      query?: {
        /** @description Absent: the newest */
        version?: number;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets a template in a version, with what is filled in */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppTemplatesIdDelete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TemplateDeleteDto'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppTemplatesIdRestore: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TemplateRestoreDto'];
      };
    };
    responses: {
      /** @description Saves what an earlier version said as a new version, where nobody saved another one meanwhile */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateStateDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppTemplatesIdSave: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TemplateSaveDto'];
      };
    };
    responses: {
      /** @description Adds a version, where nobody else did meanwhile. What was written with it stays as it is */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateStateDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppTemplatesIdVersions: {
    parameters: {
      query?: {
        /** @description `next` of the page before */
        after?: number;
        /** @description Versions of a page */
        limit?: number;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the versions of a template: who saved them, and when */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateVersionPageDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppTemplatesIdVersionsVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        version: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Shows a version of a template, and how it differs from the newest */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EarlierTemplateDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppTemplatesRegions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TemplateHtmlDto'];
      };
    };
    responses: {
      /** @description Reads what is filled in of HTML that is being written. Nothing is stored */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateRegionListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppTesters: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the testers of the application */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TesterListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppTesters: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewTesterDto'];
      };
    };
    responses: {
      /** @description Makes a user a tester */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FoundUserDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppTestersUidRemove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppTestsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets a test: what became of it at each device and address */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppUnmatchedEvents: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists names and attributes of events that no definition has */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UndefinedEventListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppUnmatchedEventsDefinition: {
    parameters: {
      query: {
        /** @description The undefined attribute of a defined event */
        attribute?: string;
        /** @description Code that was fired */
        name: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Writes the section `events` with a definition of the newest example */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SectionEditDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppUsersUid: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets a user: devices, consents, profile, tags, segments */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonHeadDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppUsersUidChanges: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PersonChangesDto'];
      };
    };
    responses: {
      /** @description Changes attributes, tags and consent of a user, or tells what would change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonDifferencesDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppUsersUidDelete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConfirmDto'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppUsersUidDevicesDeviceRetire: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        device: string;
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppUsersUidErase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConfirmDto'];
      };
    };
    responses: {
      /** @description Erases a user from every table for good. The application must have this granted */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErasedDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppUsersUidExplain: {
    parameters: {
      query: {
        /** @description Key of a campaign */
        campaign: number;
      };
      header?: never;
      path: {
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tells why a user did or did not get a campaign, as it was and as it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WhyDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppUsersUidExport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Exports everything about one person, as `exportPerson` does; the audit log has it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppUsersUidInbox: {
    parameters: {
      query?: {
        /** @description `next` of the page before */
        after?: number;
        /** @description Messages of a page */
        limit?: number;
      };
      header?: never;
      path: {
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the messages that devices of a user read in its inbox */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonInboxDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppUsersUidInboxPiidDelete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        piid: string;
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Marks a message deleted, as a device of the user would */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonMessageDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppUsersUidReveal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Shows the private values of a user. The audit log has who looked */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonHeadDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppUsersUidTimeline: {
    parameters: {
      query?: {
        /** @description `next` of the page before */
        after?: string;
        /** @description What is shown; absent: everything */
        group?: 'message' | 'report' | 'event' | 'consent' | 'device' | 'inbox' | '';
        /** @description Entries of a page */
        limit?: number;
      };
      header?: never;
      path: {
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists everything that happened to a user, the newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TimelinePageDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppUsersFind: {
    parameters: {
      query: {
        /** @description What the value is */
        by: 'extId' | 'email' | 'msisdn' | 'wpNumber' | 'chatAddress' | 'token' | 'installationId' | 'messageId';
        /** @description The whole value: parts find nobody */
        value: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Finds users by a whole value */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FoundUserListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppViews: {
    parameters: {
      query: {
        /** @description Whose filters they are */
        screen: 'campaigns';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the member's own saved views */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ViewListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppViews: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewViewDto'];
      };
    };
    responses: {
      /** @description Saves filters under a name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ViewDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppViewsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ViewChangeDto'];
      };
    };
    responses: {
      /** @description Renames a view, or gives it other filters */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ViewDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postAppsAppViewsIdRemove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getAppsAppViewsCampaignsChoices: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists labels and authors that campaigns can be filtered by */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CampaignChoicesDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getLive: {
    parameters: {
      query: {
        /** @description Name of the application */
        app: string;
        /** @description `home`, `campaign:KEY` and `test:ID`, with commas between */
        topics: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets the member who asks, and what it may do */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MeDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MeChangeDto'];
      };
    };
    responses: {
      /** @description Changes what the member sets about itself */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MeDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getMeOidc: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tells whether the member signs in with the OpenID Connect provider */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OidcAccountDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postMeOidcConnect: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OidcStartDto'];
      };
    };
    responses: {
      /** @description Begins to connect an account of the OpenID Connect provider with the member */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OidcAddressDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postMeOidcRemove: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getMePasskeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the passkeys of the member */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasskeyListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postMePasskeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPasskeyDto'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postMePasskeysIdRemove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postMePasskeysOptions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Asks for a new passkey */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasskeyOptionsDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getMeSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the sessions of the member */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemberSessionListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postMeSessionsIdEnd: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getMembers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the members that the caller looks after */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemberListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postMembers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InviteMemberDto'];
      };
    };
    responses: {
      /** @description Adds a member, with a link that works once within 72 hours */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitedMemberDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postMembersIdGrants: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GrantsChangeDto'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postMembersIdLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Makes a new link for a member, in place of an earlier one */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemberLinkDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postMembersIdRemove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getRoles: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the roles, and what each may do */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RoleListDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postSessionEnd: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Signs out */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignedOutDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postSessionLink: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LinkTokenDto'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postSessionOidc: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OidcStartDto'];
      };
    };
    responses: {
      /** @description Begins a sign-in with the OpenID Connect provider */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OidcAddressDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getSessionOidcCallback: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Leads to a page of the panel; `#refused=` there says why nobody is signed in */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postSessionOidcProof: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OidcStartDto'];
      };
    };
    responses: {
      /** @description Lets the OpenID Connect provider ask again who it is */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OidcAddressDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postSessionPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasskeyAnswerDto'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postSessionPasskeyOptions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Asks for a passkey, to sign in */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasskeyOptionsDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postSessionProof: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasskeyAnswerDto'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  postSessionProofOptions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Asks for a passkey of the member, to show who it is */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasskeyOptionsDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
  getSessionWays: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tells how somebody may sign in */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignInWaysDto'];
        };
      };
      /** @description A field is at fault; nothing changed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nobody is signed in */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description The member may not do this, or must first prove who it is */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description There is nothing with this id, or the member may not see it */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Try again later */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
      /** @description Nothing was committed; try again */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelRefusedDto'];
        };
      };
    };
  };
}
