export interface paths {
  '/push/1.1/notification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sends a push to all users, to tags, or to one device */
    post: operations['pushNotificationV11'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/push/1.2/notification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sends a push to all users, to tags, or by profile attributes */
    post: operations['pushNotificationV12'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/addEmail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Uploads e-mail addresses. An address of an existing user creates no new user */
    post: operations['addEmail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/addMsisdn': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Uploads phone numbers. A number of an existing user creates no new user */
    post: operations['addMsisdn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/addSuppressions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Suppresses addresses: nothing is sent to them, for any user */
    post: operations['addSuppressions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/addTesters': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Makes users testers. They have the tag `testers`: a bulk send with this target reaches them alone. Unknown users are left out */
    post: operations['addTesters'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/app/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the provider accounts: whether they send, and their last fault in the words of the provider */
    get: operations['appAccounts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/app/accounts/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Tries the credentials of a provider account, within about 20 s. Without `to` nobody gets a message. A fault of the account is an answer, and no error */
    post: operations['appAccountsTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/app/categories/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Removes categories of messages */
    post: operations['appCategoriesRemove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/app/categories/save': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Adds categories of messages. A category that is back has its opt-outs again */
    post: operations['appCategoriesSave'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/app/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the defined events: built-in and custom ones */
    get: operations['appEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/app/profile-attributes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the profile attributes of users: built-in and custom ones */
    get: operations['appProfileAttributes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/app/profile-attributes/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Removes definitions of attributes, and their values from all users */
    post: operations['appProfileAttributesRemove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/app/profile-attributes/save': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Defines attributes of users, or changes their definitions. Others stay */
    post: operations['appProfileAttributesSave'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/app/segments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the definitions of segments */
    get: operations['appSegments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/app/segments/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Removes segments. Campaigns that began with one go on */
    post: operations['appSegmentsRemove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/app/segments/save': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Defines segments, or changes their targets. Their members are calculated within moments */
    post: operations['appSegmentsSave'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/app/unmatched-events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists fired event names without a definition, and attributes that a defined event does not have; the most recent first */
    get: operations['appUnmatchedEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/changeSpeed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Changes the speed of campaigns from now on */
    post: operations['changeSpeed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/count-user': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Counts all users of the application */
    get: operations['countUser'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/createNotificationDefinition': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stores a definition for later sends */
    post: operations['createNotificationDefinition'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/deleteProfileAttributes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Deletes attributes from all users */
    post: operations['deleteProfileAttributes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/deleteProfileAttributeValue': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Deletes values of attributes from all users */
    post: operations['deleteProfileAttributeValue'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/deleteUsers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Deletes users and their devices. Results of sends stay */
    post: operations['deleteUsers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/deleteUsersPermanently': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Erases users from every table permanently. The application must have this granted (4000) */
    post: operations['deleteUsersPermanently'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/disableChat': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Opts users and addresses out of messages of messengers. The refusal of an address holds for everybody who has it */
    post: operations['disableChat'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/disableMail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Opts users and addresses out of e-mail. The refusal of an address holds for everybody who has it */
    post: operations['disableMail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/disablePush': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Opts all devices of a user, or one device, out of push */
    post: operations['disablePush'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/disableSms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Opts users and numbers out of SMS. The refusal of a number holds for everybody who has it */
    post: operations['disableSms'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/disableWhatsApp': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Opts users and numbers out of WhatsApp. The refusal of a number holds for everybody who has it */
    post: operations['disableWhatsApp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/enableChat': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Opts users and addresses in to messages of messengers */
    post: operations['enableChat'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/enableMail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Opts users and addresses in to e-mail */
    post: operations['enableMail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/enablePush': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Opts all devices of a user, or one device, in to push */
    post: operations['enablePush'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/enableSms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Opts users and numbers in to SMS */
    post: operations['enableSms'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/enableWhatsApp': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Opts users and numbers in to WhatsApp */
    post: operations['enableWhatsApp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/endNotificationDefinitions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ends definitions: nothing more is sent of them. Results and statistics stay */
    post: operations['endNotificationDefinitions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/exportPerson': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Exports everything about one person, also what is left of a deleted one */
    get: operations['exportPerson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/exportResults': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Exports results as CSV or NDJSON, also of those who were left out */
    get: operations['exportResults'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/fireEvents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Reports events of users. Events with an undefined name are stored apart */
    post: operations['fireEvents'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/geofence/add': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Adds a geofence. Its title must be unique (5024) */
    post: operations['geofenceAdd'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/geofence/remove': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Removes a geofence. The response is true even if the id is unknown */
    post: operations['geofenceRemove'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getAuditLog': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists who changed what: campaigns, approvals, keys, accounts, set-up, exports and erasures */
    get: operations['getAuditLog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getCampaign': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets a campaign: message, target, options, state and statistics */
    get: operations['getCampaign'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getCampaigns': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the campaigns with state and statistics, the newest first, page by page */
    get: operations['getCampaigns'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getCategoryPreferences': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the category preferences of a user */
    get: operations['getCategoryPreferences'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getConsentHistory': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the changes of consent of a user, newest first */
    get: operations['getConsentHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getDevices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the devices of a user */
    get: operations['getDevices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getDeviceTokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists all devices with a token, page by page */
    get: operations['getDeviceTokens'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getEngagement': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets opens of e-mails, clicks by button, and provider callbacks */
    get: operations['getEngagement'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getErasureReceipts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the receipts of erasures of an extId, newest first, at most 1000 */
    get: operations['getErasureReceipts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getImport': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Shows how far an import is, and what became of its lines */
    get: operations['getImport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getImportRefusals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the lines that an import refused: line, field and reason, at most 100,000 */
    get: operations['getImportRefusals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getImports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the imports of the last 30 days */
    get: operations['getImports'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getNotificationDefinition': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets a definition, in the form in which it can be changed */
    get: operations['getNotificationDefinition'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getNotificationDefinitions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the definitions, the newest first, page by page */
    get: operations['getNotificationDefinitions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getProfileAttributes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets the attributes of a user; without the scope `private` those that are not private */
    get: operations['getProfileAttributes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getPushCategories': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the categories of messages */
    get: operations['getPushCategories'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getPushResult': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the results of recipients */
    get: operations['getPushResult'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getPushStats': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets the statistics of one notification, or of all that were sent in a period */
    get: operations['getPushStats'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getSegments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists segments with the number of their members */
    get: operations['getSegments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getSegmentUsers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the members of a segment, page by page */
    get: operations['getSegmentUsers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getSuppressions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the suppressed addresses of a channel, with their reasons */
    get: operations['getSuppressions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getUser': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets a user with profile, devices, tags, consents, segments and last results */
    get: operations['getUser'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/getWaitingApprovals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists campaigns and sends that wait for approval, the oldest first */
    get: operations['getWaitingApprovals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/importUsers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stores a file of users and imports it in the background */
    post: operations['importUsers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/inbox/get': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Gets one message of an inbox */
    get: operations['inboxGet'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/inbox/getAllInbox': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Lists the inbox of a user, newest first */
    post: operations['inboxGetAllInbox'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/inbox/statusChange': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Marks messages as read, unread or deleted */
    post: operations['inboxStatusChange'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/pauseNotification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Pauses campaigns until they are resumed */
    post: operations['pauseNotification'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/pullProfileAttributes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Removes elements from array attributes of users */
    post: operations['pullProfileAttributes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/pushProfileAttributes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Adds elements to array attributes of users */
    post: operations['pushProfileAttributes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/registerUsers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Creates users, or adds devices, addresses, tags and attributes to them */
    post: operations['registerUsers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/removeEmail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Removes the e-mail address of a user, or uploaded addresses */
    post: operations['removeEmail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/removeMsisdn': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Removes the phone number of a user, or uploaded numbers */
    post: operations['removeMsisdn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/removeSuppressions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Removes addresses from the suppression list. Preferences of users stay */
    post: operations['removeSuppressions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/removeTesters': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Makes testers usual users again */
    post: operations['removeTesters'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/resumeNotification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Resumes paused campaigns where they stopped */
    post: operations['resumeNotification'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/sendBulkNotification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sends a campaign to all users that match a target */
    post: operations['sendBulkNotification'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/sendBulkNotification/dryRun': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Forecasts the result of sendBulkNotification with this body. Nothing is stored or sent. Without the scope `private` there are no samples */
    post: operations['sendBulkNotificationDryRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/sendEmailAndSms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sends an e-mail or a text message to one address */
    post: operations['sendEmailAndSms'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/sendEmailWithAttachment': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sends a stored e-mail with files to one address */
    post: operations['sendEmailWithAttachment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/sendNotification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sends a stored notification to named users or devices. With X-Approval-Id the request waits for approval */
    post: operations['sendNotification'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/sendPushApproval': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Approves or rejects campaigns and sends that wait for approval. The key that sent may only reject, unless its application allows it to approve */
    post: operations['sendPushApproval'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/setCategoryPreferences': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Opts users in to or out of categories. Unknown categories are ignored */
    post: operations['setCategoryPreferences'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/setProfileAttributes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sets attributes of users. Other attributes stay */
    post: operations['setProfileAttributes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/smsSegments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Counts the segments of a text. Placeholders count as written */
    post: operations['smsSegments'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/stopImport': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ends an import. What is written stays */
    post: operations['stopImport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/stopNotification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stops campaigns. Recipients not yet sent end as SKIPPED */
    post: operations['stopNotification'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/tagUsers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Adds a tag, or several, to users */
    post: operations['tagUsers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/targeting/count': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Counts users with the given attributes. The header X-As-Of has the time of the count, in epoch milliseconds */
    post: operations['targetingCount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/targeting/count-batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Counts users by the value of an attribute. The header X-As-Of has the time of the count, in epoch milliseconds */
    post: operations['targetingCountBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/targeting/explain': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Explains which clauses of a target, a segment or a sent notification match a user */
    post: operations['targetingExplain'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/unsetProfileAttributes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Removes attributes from users */
    post: operations['unsetProfileAttributes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/untagUsers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Removes a tag, or several, from users */
    post: operations['untagUsers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/updateChat': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sets or clears the address of a user in a messenger */
    post: operations['updateChat'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/updateEmail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sets the e-mail address of a user */
    post: operations['updateEmail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/updateMsisdn': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sets or clears the phone number of a user */
    post: operations['updateMsisdn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/updateNotificationDefinition': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Replaces a definition. Sends that were accepted before keep the old message */
    post: operations['updateNotificationDefinition'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/updateWhatsApp': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sets or clears the WhatsApp number of a user */
    post: operations['updateWhatsApp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rest/3.0/verifyAuditLog': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Checks that no entry of the audit log was changed or is missing */
    get: operations['verifyAuditLog'];
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
    AccountTestDto: {
      /**
       * @description A further account of the channel, as it is listed; absent: the first one
       * @example smtp:second
       */
      account?: string;
      /**
       * @description Whose account is tried
       * @example smtp
       * @enum {string}
       */
      channel: 'apns' | 'fcm' | 'webpush' | 'smtp' | 'sms' | 'whatsapp' | 'hms' | 'chat';
      /**
       * @description Sends a real test message to this device token, e-mail address or number; for web push to this subscription (as JSON) or its endpoint. Needs the scope `notifications` too
       * @example ann@example.com
       */
      to?: string;
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
    AccountWaitDto: {
      /**
       * @description The provider's code
       * @example InvalidProviderToken
       */
      code: string;
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
    AddGeofenceDto: {
      /**
       * @description Names of groups
       * @example [
       *       "Stores"
       *     ]
       */
      groups?: string[];
      /**
       * @description Degrees
       * @example 41.0082
       */
      latitude: number;
      /**
       * @description Degrees
       * @example 28.9784
       */
      longitude: number;
      /**
       * @description Above 0, at most half the earth's circumference
       * @example 5
       */
      radius: number;
      /**
       * @description Names one geofence of the application
       * @example Flagship store
       */
      title: string;
      /**
       * @description Of the radius; KM when left out
       * @default KM
       * @enum {string}
       */
      unit: 'KM' | 'Miles' | 'Meters';
    };
    AddressDto: {
      /**
       * @description Chat address
       * @example telegram:123456789
       */
      chatAddress?: string;
      /**
       * @description E-mail address
       * @example ann@example.com
       */
      email?: string;
      /**
       * @description With country code; without one a number of settings.defaultCountry
       * @example +905321234567
       */
      msisdn?: string;
      /**
       * @description true: also to users who refused the channel, never to a suppressed address
       * @example false
       */
      optOut?: boolean;
      /**
       * @description WhatsApp number
       * @example +905321234567
       */
      wpNumber?: string;
    };
    AddSuppressionsDto: {
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
       * @description Why
       * @enum {string}
       */
      reason: 'COMPLAINT' | 'STOP' | 'HARD_BOUNCE' | 'INVALID_ADDRESS' | 'UNSUBSCRIBED';
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
    ApprovalDto: {
      /**
       * Format: int64
       * @description Key of the campaign, or the `X-Approval-Id` of `sendNotification`
       */
      messageId: number;
      /** @description true: rejects it, and nothing of it is ever sent. One rejection is enough */
      reject?: boolean;
    };
    ArrivalDto: {
      /** @example IOS */
      platform: string;
      /**
       * Format: int64
       * @description Recipients whose device told that the push arrived
       */
      received: number;
    };
    AttributeCodesDto: {
      /**
       * @description Attribute codes
       * @example [
       *       "plan"
       *     ]
       */
      codes: string[];
    };
    AttributeDto: {
      array: boolean;
      calculated: boolean;
      /** @example age */
      code: string;
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      createDate?: number;
      /** @example INT */
      dataType: string;
      description?: string;
      label?: string;
      /** @description Built in: it cannot be edited */
      locked: boolean;
      mandatory: boolean;
      name: string;
      /** @description The only values allowed */
      options?: unknown[];
      /**
       * Format: int64
       * @description Position in the list, from 0
       */
      order: number;
      privateInfo: boolean;
      recommRequired: boolean;
      unit?: string;
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      updateDate?: number;
    };
    AttributeInputDto: {
      /** @description It holds a list of such values */
      array?: boolean;
      /**
       * @description Key in `profile`; it never changes
       * @example plan
       */
      code: string;
      /**
       * @description It never changes while the attribute is there
       * @example STRING
       * @enum {string}
       */
      dataType: 'STRING' | 'INT' | 'LONG' | 'DOUBLE' | 'BOOLEAN' | 'DATE' | 'TIME_STAMP';
      /** @description For people */
      description?: string;
      /**
       * @description For people
       * @example Plan
       */
      label?: string;
      /** @description For people: every user should have it */
      mandatory?: boolean;
      /**
       * @description The only values allowed
       * @example [
       *       "free",
       *       "plus"
       *     ]
       */
      options?: unknown[];
      /** @description Private: shown only to keys with the scope `private`, and never grouped by */
      privateInfo?: boolean;
      /** @description true: values are encrypted in the database, for good */
      sealed?: boolean;
      /**
       * @description Unit of measurement
       * @example kg
       */
      unit?: string;
    };
    AttributeInputsDto: {
      /** @description Attributes to define or change */
      attributes: components['schemas']['AttributeInputDto'][];
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
    AuditCheckDto: {
      /**
       * @description What is wrong with it
       * @example it was changed
       */
      fault?: string;
      /**
       * Format: int64
       * @description Number of the first entry at fault
       */
      faultAt?: number;
      /**
       * Format: int64
       * @description Number of the oldest entry; above 1 when older ones have passed their retention
       */
      first: number;
      /** @description Hash of the newest entry, in hex */
      head: string;
      /** @description No entry was changed, and none is missing */
      isWhole: boolean;
      /**
       * Format: int64
       * @description Number of the newest entry; 0: there is none
       */
      last: number;
    };
    AuditEntryDto: {
      /**
       * @description What was done
       * @example campaign.pause
       */
      action: string;
      /**
       * @description Of the client
       * @example 10.0.0.7
       */
      address?: string;
      /**
       * Format: int64
       * @description Time of the change
       */
      at: number;
      /** @description Who changed it */
      by: components['schemas']['ActorDto'];
      /** @description What changed, without secrets */
      differences: components['schemas']['DifferenceDto'][];
      /** @description SHA-256 of the hash before it and of this entry, in hex */
      hash: string;
      /**
       * Format: int64
       * @description Counts from 1 in each application, without a gap
       * @example 17
       */
      number: number;
      /** @description `X-Request-Id` of the request */
      requestId?: string;
      /** @description Of the member */
      session?: string;
      /**
       * @description To what
       * @example campaign 1234
       */
      subject: string;
    };
    AuditLogDto: {
      /** @description Newest first */
      entries: components['schemas']['AuditEntryDto'][];
      /** @description Absent on the last page */
      nextPage?: string;
    };
    BulkMessageDto: {
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
       * Format: int64
       * @description Users at most, drawn at random
       */
      limit?: number;
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
      /** @description When it is sent; absent: now */
      schedule?: components['schemas']['ScheduleDto'];
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
      /** @description How fast it goes; absent: as fast as the providers take it */
      speed?: components['schemas']['SpeedDto'];
      /** @description Of an e-mail; the title where it is left out */
      subject?: string;
      /** @description Text that users see; the HTML of an e-mail */
      text: string;
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
    /**
     * @example {
     *       "message": {
     *         "title": "Spring sale",
     *         "text": "Everything 20 % off today",
     *         "personalizedMessage": "@{name}, everything 20 % off today",
     *         "platforms": [
     *           "IOS",
     *           "ANDROID"
     *         ],
     *         "ios": {
     *           "mediaUrl": "https://shop.example/sale.jpg"
     *         },
     *         "android": {
     *           "mediaUrl": "https://shop.example/sale.jpg"
     *         },
     *         "click": {
     *           "deeplink": "shop://sale"
     *         },
     *         "languages": {
     *           "tr": {
     *             "title": "Bahar indirimi",
     *             "text": "Bugün her şey % 20 indirimli"
     *           }
     *         }
     *       },
     *       "target": {
     *         "tag": {
     *           "$or": [
     *             "Sport",
     *             "Art"
     *           ]
     *         }
     *       },
     *       "schedule": {
     *         "startTime": "2030-02-01T15:30:00",
     *         "localTimezone": true
     *       }
     *     }
     */
    BulkNotificationDto: {
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
       * Format: int64
       * @description Users at most, drawn at random
       */
      limit?: number;
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
      /** @description The text, where the fields of the message stand beside it */
      message?: string;
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
      /** @description When it is sent; absent: now */
      schedule?: components['schemas']['ScheduleDto'];
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
      /** @description How fast it goes; absent: as fast as the providers take it */
      speed?: components['schemas']['SpeedDto'];
      /** @description Of an e-mail; the title where it is left out */
      subject?: string;
      /** @description Several forms are combined with AND */
      target: components['schemas']['BulkTargetDto'];
      /** @description Text that users see; the HTML of an e-mail */
      text: string;
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
    BulkTargetDto: {
      /**
       * @description Refused here
       * @enum {string|null}
       */
      all?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      any?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      chatAddress?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      deviceToken?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      email?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      event?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      extId?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      firstSeen?: null;
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
      /**
       * @description Refused here
       * @enum {string|null}
       */
      lastSeen?: null;
      /** @description Users with a device in this circle */
      location?: components['schemas']['TargetLocationDto'];
      /**
       * @description Refused here
       * @enum {string|null}
       */
      msisdn?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      none?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      pa?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      predict?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      product?: null;
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
      /**
       * @description Refused here
       * @enum {string|null}
       */
      reachable?: null;
      /** @description Members of one of these segments; `$or`, `$and` and `$not` combine them */
      segment?: string | string[] | components['schemas']['NamesDto'];
      /** @description true: everybody */
      sendToAll?: boolean;
      /** @description Users with one of these tags; `$or`, `$and` and `$not` combine them */
      tag?: string | string[] | components['schemas']['NamesDto'];
      /**
       * @description Refused here
       * @enum {string|null}
       */
      wpNumber?: null;
    };
    ButtonDto: {
      /**
       * @description Name that the device gives it
       * @example 0
       */
      button: string;
      /**
       * Format: int64
       * @description Recipients with their first click on this button
       */
      clicked: number;
      /** @example CHROME */
      platform: string;
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
    CallbackCountDto: {
      /**
       * @description Code of the provider or mail server
       * @example 5.1.1
       */
      code: string;
      /** @example bounce */
      kind: string;
      /** @example EMAIL */
      platform: string;
      /**
       * Format: int64
       * @description Recipients with this callback
       */
      recipients: number;
    };
    CallbackDto: {
      /** @example 5.1.1 */
      code: string;
      /**
       * @description Original text of the callback
       * @example 5.1.1 smtp; 550 5.1.1 no such user
       */
      detail: string;
      /** @example bounce */
      kind: string;
      /** @example EMAIL */
      platform: string;
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      timeStamp: number;
    };
    CampaignDetailDto: {
      /**
       * Format: int64
       * @description When it was asked for, in epoch ms
       */
      createdAt: number;
      /**
       * Format: int64
       * @description When it begins or began, in epoch ms. Absent while it waits for an approval without a time
       */
      dueAt?: number;
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      endDate: number;
      /**
       * @description Label of the reports
       * @example sale
       */
      labels?: string;
      /**
       * @description Who got no message, by reason: users left out at the launch, and recipients skipped at the send. Beyond the published interface
       * @example {
       *       "OPTED_OUT": 120,
       *       "NO_DEVICE": 4031
       *     }
       */
      leftOut: {
        [key: string]: unknown;
      };
      /**
       * @description `message` as `sendBulkNotification` takes it
       * @example {
       *       "title": "Spring sale",
       *       "text": "Everything 20 % off today",
       *       "platforms": [
       *         "IOS",
       *         "ANDROID"
       *       ]
       *     }
       */
      message: {
        [key: string]: unknown;
      };
      /** Format: int64 */
      notificationKey: number;
      /**
       * @description Categories, limits, local time, what it replaces
       * @example {
       *       "localTime": "2030-02-01T15:30:00"
       *     }
       */
      options: {
        [key: string]: unknown;
      };
      /**
       * Format: int64
       * @description Recipients that were frozen at its launch
       * @example 59020
       */
      planned: number;
      /**
       * @example [
       *       "IOS",
       *       "ANDROID"
       *     ]
       */
      platforms: string[];
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      startDate: number;
      /**
       * @description Where it stands: `STARTING` waits for its time or an approval. Beyond the published interface; absent before the first send of a definition
       * @example STARTING
       * @enum {string}
       */
      state?: 'STARTING' | 'SENDING' | 'PAUSED' | 'FINISHED' | 'STOPPED';
      stats: components['schemas']['PlatformStatisticsDto'][];
      /** @enum {string} */
      status: 'SENDING' | 'FINISHED';
      /**
       * @description The target as a tree, with the names of the request; only with the scope `private`
       * @example {
       *       "type": "tag",
       *       "mode": "any",
       *       "names": [
       *         "Sport"
       *       ]
       *     }
       */
      target?: {
        [key: string]: unknown;
      };
      /** @example Spring sale */
      title?: string;
    };
    CampaignDto: {
      /**
       * Format: int64
       * @description Key of the campaign
       */
      messageId: number;
    };
    CampaignEntryDto: {
      /**
       * Format: int64
       * @description When it was asked for, in epoch ms
       */
      createdAt: number;
      /**
       * Format: int64
       * @description When it begins or began, in epoch ms. Absent while it waits for an approval without a time
       */
      dueAt?: number;
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      endDate: number;
      /**
       * @description Label of the reports
       * @example sale
       */
      labels?: string;
      /**
       * @description Who got no message, by reason: users left out at the launch, and recipients skipped at the send. Beyond the published interface
       * @example {
       *       "OPTED_OUT": 120,
       *       "NO_DEVICE": 4031
       *     }
       */
      leftOut: {
        [key: string]: unknown;
      };
      /** Format: int64 */
      notificationKey: number;
      /**
       * @example [
       *       "IOS",
       *       "ANDROID"
       *     ]
       */
      platforms: string[];
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      startDate: number;
      /**
       * @description Where it stands: `STARTING` waits for its time or an approval. Beyond the published interface; absent before the first send of a definition
       * @example STARTING
       * @enum {string}
       */
      state?: 'STARTING' | 'SENDING' | 'PAUSED' | 'FINISHED' | 'STOPPED';
      stats: components['schemas']['PlatformStatisticsDto'][];
      /** @enum {string} */
      status: 'SENDING' | 'FINISHED';
      /** @example Spring sale */
      title?: string;
    };
    CampaignListDto: {
      /** @description The newest first */
      list: components['schemas']['CampaignEntryDto'][];
      /** @description Absolute URL; absent on the last page */
      nextPage?: string;
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
    CategoriesDto: {
      categories: components['schemas']['CategoryDto'][];
    };
    CategoryDto: {
      /**
       * Format: int64
       * @example 1
       */
      id: number;
      /** @example News */
      name: string;
    };
    CategoryInputDto: {
      /**
       * @description Users opt out of it by this name
       * @example News
       */
      name: string;
    };
    CategoryInputsDto: {
      /** @description Categories to add */
      categories: components['schemas']['CategoryInputDto'][];
    };
    /**
     * @description The whole definition: what is left out is removed
     * @example {
     *       "notificationKey": 1000,
     *       "title": "Order shipped",
     *       "message": "Your order @{order} is on its way",
     *       "platforms": [
     *         "IOS",
     *         "ANDROID"
     *       ],
     *       "click": {
     *         "deeplink": "shop://orders/@{order}"
     *       },
     *       "ios": {
     *         "mediaUrl": "https://shop.example/parcel.png"
     *       },
     *       "languages": {
     *         "tr": {
     *           "title": "Siparişiniz yolda",
     *           "text": "Siparişiniz @{order} yola çıktı"
     *         }
     *       }
     *     }
     */
    ChangedDefinitionDto: {
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
      /** @description The default text; the HTML of an e-mail, where `@{unsubscribeUrl}` is its unsubscribe link */
      message?: string;
      /**
       * Format: int64
       * @description Key of the definition
       * @example 1000
       */
      notificationKey: number;
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
      /** @description The default text where `message` is left out */
      text?: string;
      /** @description Notifications of one thread are shown as a group (iOS, Android) */
      threadId?: string;
      /** @description Name of the definition; browsers and e-mails show it */
      title?: string;
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
    ChangeStatusDto: {
      /**
       * @description The client system's own id of the user
       * @example id1
       */
      extId: string;
      /**
       * @description `pushInstanceId` of the messages
       * @example [
       *       2584151
       *     ]
       */
      piids: number[];
      /**
       * Format: int64
       * @description 1 read, 2 unread, 4 deleted; 3 and 7 change nothing
       * @example 1
       */
      st?: number;
    };
    ChatOptInDto: {
      /**
       * @description The messenger and the id of a person or a group there; also those of nobody
       * @example [
       *       "telegram:123456789",
       *       "slack:U012ABCDEF"
       *     ]
       */
      chatAddresses?: string[];
      /**
       * @description Users; unknown ones are left out
       * @example [
       *       "id1",
       *       "id2"
       *     ]
       */
      extIds?: string[];
    };
    ClauseDto: {
      /**
       * @description Kind of the clause: `and`, `or` and `not` contain others
       * @example profile
       */
      clause: string;
      /**
       * @description Value of the user; null without one; `***` for a private value
       * @example 21
       */
      found?: (string | null) | number | boolean | Record<string, never> | unknown[];
      matches: boolean;
      /** @description Nested clauses, of the same form */
      of?: Record<string, never>[];
      /**
       * @description Expected values
       * @example {
       *       "code": "age",
       *       "values": [
       *         34
       *       ]
       *     }
       */
      wanted?: {
        [key: string]: unknown;
      };
    };
    ClickActionDto: {
      /** @description Place in the app, with `@{attribute}` for values of the user */
      deeplink?: string;
      /** @description Page that is opened in a web view */
      url?: string;
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
    ConsentEventDto: {
      /**
       * @description What changed it: name of the key, id of the installation or message, word of the SMS, number of the import
       * @example backend
       */
      by: string;
      /** @description Name; the number of one that is no longer defined */
      category?: string;
      /**
       * @description Of the device, for PUSH
       * @example 0x3k9ab
       */
      installationId?: string;
      /**
       * @description true: consent; false: refusal
       * @example false
       */
      permitted: boolean;
      /**
       * @description From where it came: a key, a device, the link of a mail, a mail to the return path, an answer to an SMS, a report of a provider, a merge of users, an import, Herald itself, or a member in the panel
       * @example API
       * @enum {string}
       */
      source:
        | 'API'
        | 'DEVICE'
        | 'LINK'
        | 'MAIL'
        | 'SMS'
        | 'PROVIDER'
        | 'MERGE'
        | 'IMPORT'
        | 'HERALD'
        | 'PANEL'
        | 'WHATSAPP'
        | 'CHAT';
      /**
       * @description Push of one device, a channel of the user, a category, or an address: its refusal holds for everybody who has it
       * @example EMAIL
       * @enum {string}
       */
      subject:
        | 'PUSH'
        | 'EMAIL'
        | 'SMS'
        | 'CATEGORY'
        | 'EMAIL_ADDRESS'
        | 'SMS_ADDRESS'
        | 'WHATSAPP_ADDRESS'
        | 'CHAT_ADDRESS'
        | 'WHATSAPP'
        | 'CHAT';
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      timeStamp: number;
    };
    ConsentHistoryDto: {
      extId: string;
      list: components['schemas']['ConsentEventDto'][];
      /** @description Absolute URL of the next page; absent on the last one */
      nextPage?: string;
    };
    ConsentsDto: {
      /**
       * @description Whether the user takes messages of each category, by name
       * @example {
       *       "News": true
       *     }
       */
      categories: {
        [key: string]: unknown;
      };
      /** @description Whether the user takes commercial e-mails */
      email: boolean;
      /** @description Whether the user takes commercial text messages */
      sms: boolean;
    };
    CountAnswerDto: {
      /**
       * Format: int64
       * @description Distinct users
       * @example 184523
       */
      count: number;
    };
    CountBatchAnswerDto: {
      /**
       * @description Distinct users by value, or by bucket as `min-max`
       * @example {
       *       "15": 9210,
       *       "23": 4487
       *     }
       */
      counts: {
        [key: string]: unknown;
      };
    };
    CountBatchDto: {
      /** @description Exactly one of profile and installation */
      groupBy: components['schemas']['GroupByDto'];
      /**
       * @description Only these values. Without them every value is answered, if there are at most 10,000 and at most half of them have one user alone
       * @example [
       *       "352481",
       *       "15",
       *       "23"
       *     ]
       */
      values?: unknown[];
    };
    CountDto: {
      /**
       * @description Attributes alone
       * @example {
       *       "profile": {
       *         "favoriteFootballPlayers": [
       *           "15",
       *           "23"
       *         ]
       *       }
       *     }
       */
      target: components['schemas']['CountTargetDto'];
    };
    CountTargetDto: {
      /**
       * @description Refused here
       * @enum {string|null}
       */
      all?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      any?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      chatAddress?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      deviceToken?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      email?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      event?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      extId?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      firstSeen?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      installation?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      lastSeen?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      location?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      msisdn?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      none?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      pa?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      product?: null;
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
      profile: components['schemas']['ConditionsDto'];
      /**
       * @description Refused here
       * @enum {string|null}
       */
      reachable?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      segment?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      sendToAll?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      tag?: null;
      /**
       * @description Refused here
       * @enum {string|null}
       */
      wpNumber?: null;
    };
    /**
     * @description Without title or message it is a silent notification
     * @example {
     *       "title": "Order shipped",
     *       "message": "Your order @{order} is on its way",
     *       "platforms": [
     *         "IOS",
     *         "ANDROID"
     *       ],
     *       "ios": {
     *         "mediaUrl": "https://shop.example/parcel.jpg"
     *       },
     *       "android": {
     *         "mediaUrl": "https://shop.example/parcel.jpg"
     *       },
     *       "click": {
     *         "deeplink": "shop://orders/@{order}"
     *       },
     *       "languages": {
     *         "tr": {
     *           "title": "Siparişiniz yolda",
     *           "text": "Siparişiniz @{order} yola çıktı"
     *         }
     *       }
     *     }
     */
    DefinitionDto: {
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
      /** @description The default text; the HTML of an e-mail, where `@{unsubscribeUrl}` is its unsubscribe link */
      message?: string;
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
      /** @description The default text where `message` is left out */
      text?: string;
      /** @description Notifications of one thread are shown as a group (iOS, Android) */
      threadId?: string;
      /** @description Name of the definition; browsers and e-mails show it */
      title?: string;
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
    DefinitionEntryDto: {
      /**
       * Format: int64
       * @description When it was created, in epoch ms
       */
      createdAt: number;
      /**
       * Format: int64
       * @description When it was ended, in epoch ms; nothing more is sent of it
       */
      endedAt?: number;
      /**
       * @description Label of the reports
       * @example orders
       */
      labels?: string;
      /**
       * Format: int64
       * @example 1000
       */
      notificationKey: number;
      /**
       * @example [
       *       "IOS",
       *       "ANDROID"
       *     ]
       */
      platforms: string[];
      /** @example Order shipped */
      title?: string;
      /**
       * Format: int64
       * @description When it was last changed, in epoch ms
       */
      updatedAt?: number;
    };
    DefinitionListDto: {
      /** @description The newest first */
      list: components['schemas']['DefinitionEntryDto'][];
      /** @description Absolute URL; absent on the last page */
      nextPage?: string;
    };
    DeleteAttributesDto: {
      /**
       * @description Attribute codes
       * @example [
       *       "age",
       *       "name"
       *     ]
       */
      profile: string[];
    };
    DeleteValueDto: {
      /**
       * @description Attribute code
       * @example lastVisitedProducts
       */
      key: string;
      /**
       * @description A value of the attribute, or an element of its array
       * @example shirt
       */
      value: (string | null) | number | boolean | Record<string, never> | unknown[];
    };
    DeviceDto: {
      /** @example Pixel 5 */
      deviceModel: string | null;
      /** @example ANDROID */
      platform: string;
      /** @description What the person chose. A token that its provider reports as dead reads as null and leaves this as it is */
      pushPermitted: boolean;
      token: string | null;
    };
    DevicesDto: {
      devices: components['schemas']['DeviceDto'][];
      extId: string;
    };
    DeviceTokensDto: {
      devices: components['schemas']['DeviceDto'][];
      /** @description Absent on the last page */
      nextPage?: string;
      /**
       * Format: int64
       * @description All devices that have a token
       */
      total: number;
    };
    DifferenceDto: {
      /**
       * @description What happened to it
       * @example change
       * @enum {string}
       */
      change: 'add' | 'change' | 'remove';
      /**
       * @description Before
       * @example UTC
       */
      from?: string;
      /**
       * @description What changed
       * @example settings: timeZone
       */
      subject: string;
      /**
       * @description After
       * @example Europe/Istanbul
       */
      to?: string;
    };
    DirectContentDto: {
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
      /** @description The default text; the HTML of an e-mail, where `@{unsubscribeUrl}` is its unsubscribe link */
      message?: string;
      /**
       * @description With `@{attribute}` or `@{attribute|default}` for values of the user. Without a value the plain text is sent
       * @example Hi @{name|there}, you have @{points} points
       */
      personalizedMessage?: string;
      /** @description As `personalizedMessage`. Without a value the plain sub text is sent, or none */
      personalizedSubText?: string;
      /** @description Title of web pushes, as `personalizedMessage`. Without a value nothing is sent */
      personalizedTitle?: string;
      /** @description EMAIL or SMS or WHATSAPP or CHAT */
      platforms: ('EMAIL' | 'SMS' | 'WHATSAPP' | 'CHAT')[];
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
      /** @description The default text where `message` is left out */
      text?: string;
      /** @description Notifications of one thread are shown as a group (iOS, Android) */
      threadId?: string;
      /** @description Name of the message; the subject of an e-mail without `subject` */
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
    /**
     * @example {
     *       "target": {
     *         "email": "ann@example.com"
     *       },
     *       "platforms": [
     *         "EMAIL"
     *       ],
     *       "title": "Order shipped",
     *       "message": "<p>Your order is on its way</p>",
     *       "from": "shop@example.com",
     *       "senderName": "Shop",
     *       "subject": "Your order is on its way"
     *     }
     */
    DirectSendDto: {
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
      /** @description The default text; the HTML of an e-mail, where `@{unsubscribeUrl}` is its unsubscribe link */
      message?: string;
      /**
       * @description With `@{attribute}` or `@{attribute|default}` for values of the user. Without a value the plain text is sent
       * @example Hi @{name|there}, you have @{points} points
       */
      personalizedMessage?: string;
      /** @description As `personalizedMessage`. Without a value the plain sub text is sent, or none */
      personalizedSubText?: string;
      /** @description Title of web pushes, as `personalizedMessage`. Without a value nothing is sent */
      personalizedTitle?: string;
      /** @description EMAIL or SMS or WHATSAPP or CHAT */
      platforms: ('EMAIL' | 'SMS' | 'WHATSAPP' | 'CHAT')[];
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
      /** @description Of an e-mail the email, of a text message the msisdn */
      target: components['schemas']['AddressDto'];
      /** @description The default text where `message` is left out */
      text?: string;
      /** @description Notifications of one thread are shown as a group (iOS, Android) */
      threadId?: string;
      /** @description Name of the message; the subject of an e-mail without `subject` */
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
    DryRunDto: {
      /**
       * Format: int64
       * @description Of the planned: checked one by one, as a sample of the others
       * @example 4120
       */
      examined: number;
      expected: components['schemas']['ExpectedTimeDto'];
      /** @description Ignored fields that are nearly called like known ones */
      misspelt: components['schemas']['MisspeltFieldDto'][];
      /**
       * Format: int64
       * @description Recipients that the launch would plan
       * @example 4120
       */
      planned: number;
      platforms: components['schemas']['PlatformForecastDto'][];
      samples: components['schemas']['SampleDto'][];
      schedule: components['schemas']['DryRunScheduleDto'];
      /**
       * @description Platforms of the message to which no provider delivers. Their recipients get nothing: NO_PROVIDER
       * @example [
       *       "WP"
       *     ]
       */
      unserved: string[];
      /**
       * Format: int64
       * @description Users that match the target, reachable or not
       * @example 5000
       */
      users: number;
    };
    DryRunScheduleDto: {
      /**
       * @description When it begins: ISO 8601, in UTC
       * @example 2030-02-01T12:30:00.000Z
       */
      dueAt: string;
      /**
       * @description The zone or offset in which `startTime` was read; null: by the clock of each recipient
       * @example Europe/Istanbul
       */
      timeZone: string | null;
    };
    ElementsDto: {
      /**
       * @description The client system's own id of the user
       * @example id1
       */
      extId: string;
      /**
       * @description Arrays of elements by attribute code
       * @example {
       *       "lastVisitedCategories": [
       *         "shopping"
       *       ]
       *     }
       */
      profile: {
        [key: string]: unknown;
      };
    };
    EmailListDto: {
      /**
       * @description E-mail addresses
       * @example [
       *       "jo@example.com"
       *     ]
       */
      emailList: string[];
    };
    EndDefinitionsDto: {
      /**
       * @description Keys of definitions
       * @example [
       *       1000
       *     ]
       */
      notificationKeys: number[];
    };
    EngagementDto: {
      arrivals: components['schemas']['ArrivalDto'][];
      buttons: components['schemas']['ButtonDto'][];
      late: components['schemas']['CallbackCountDto'][];
      /**
       * Format: int64
       * @example 1000
       */
      notificationKey: number;
      opens: components['schemas']['OpenDto'][];
      /** @description Only with `extId`, oldest first */
      told?: components['schemas']['CallbackDto'][];
    };
    EntryNamesDto: {
      /**
       * @description Names of entries
       * @example [
       *       "News"
       *     ]
       */
      names: string[];
    };
    ErasureDto: {
      /**
       * @description At most 1000 different ones
       * @example [
       *       "123456"
       *     ]
       */
      extIds: string[];
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
    EventDto: {
      /**
       * Format: int64
       * @description Of events for one kind of application: 1 commerce, 2 media
       */
      appCategoryId?: number;
      attributeDefinitions: components['schemas']['AttributeDto'][];
      /** @description The event whose attributes it inherits */
      baseEventCode?: string;
      /** @example OrderEvent */
      code: string;
      eventDescription?: string;
      eventName: string;
      inheritedAttributes: components['schemas']['AttributeDto'][];
      label?: string;
      /** @description Built in */
      standardEvent: boolean;
    };
    EventsDto: {
      customEvents: components['schemas']['EventDto'][];
      standardEvents: components['schemas']['EventDto'][];
    };
    ExpectedTimeDto: {
      /**
       * @description The limit: `speed`, `account` or `provider`
       * @example speed
       */
      by: string | null;
      /**
       * Format: int64
       * @description Minimum; null without a known limit
       * @example 600
       */
      seconds: number | null;
    };
    ExplainDto: {
      /**
       * @description The user to explain
       * @example user_123
       */
      extId: string;
      /**
       * Format: int64
       * @description Instead: key of a sent notification
       */
      notificationKey?: number;
      /** @description Instead: name of a segment */
      segment?: string;
      /**
       * @description As in sendBulkNotification, or as in a segment
       * @example {
       *       "profile": {
       *         "city": "Izmir"
       *       }
       *     }
       */
      target?: components['schemas']['SegmentTargetDto'];
    };
    ExplainedNotificationDto: {
      /** @description Forecast of a send to this user now */
      outlook: components['schemas']['PlatformForecastDto'][];
      /** @description What its sends came to for this user, newest first; also after their end */
      results: components['schemas']['PastResultDto'][];
      /** @description The target, evaluated now */
      target: components['schemas']['ClauseDto'];
    };
    ExplainedSegmentDto: {
      /**
       * @description ISO 8601
       * @example 2026-01-01T00:00:00.000Z
       */
      calculatedAt: string | null;
      /** @description Membership as last calculated; null before the first calculation */
      member: boolean | null;
      /** @example adults */
      name: string;
      /** @description The definition, evaluated now */
      rule: components['schemas']['ClauseDto'];
      /** @description For a PREDICT_SEGMENT: score, required score, and model */
      score?: (string | null) | number | boolean | Record<string, never> | unknown[];
      /** @example STANDARD */
      type: string;
    };
    ExplanationDto: {
      notification?: components['schemas']['ExplainedNotificationDto'];
      segment?: components['schemas']['ExplainedSegmentDto'];
      target?: components['schemas']['ClauseDto'];
    };
    ExtIdsDto: {
      /**
       * @description Users by their extId
       * @example [
       *       "id1",
       *       "id2"
       *     ]
       */
      extIds: string[];
    };
    /**
     * @example {
     *       "extId": "id1",
     *       "name": "OrderEvent",
     *       "paymentMethod": "card",
     *       "itemCount": 2,
     *       "grandTotal": 40.5
     *     }
     */
    FiredEventDto: {
      /**
       * @description The client system's own id of the user
       * @example id1
       */
      extId: string;
      /**
       * @description The client's id of the event, at most 255 characters. Another event of the user with it is not stored, for 24 hours or longer. An attribute of this name takes its place
       * @example 6f1d0f52-9f0f-4e43-8f1c-0d2b3f0c9a11
       */
      messageId?: string;
      /**
       * @description Code or name of a defined event
       * @example OrderEvent
       */
      name: string;
      /**
       * @description When it happened, for events of the past: ISO 8601 or epoch ms, within the retention of events and at most 5 minutes ahead. Absent: its arrival. An attribute of this name takes its place
       * @example 2026-11-01T09:30:00Z
       */
      timestamp?: string | number;
    } & {
      [key: string]: unknown;
    };
    GeofenceIdDto: {
      /**
       * Format: int64
       * @description Below 2^31
       * @example 1000
       */
      id: number;
    };
    GetAllInboxDto: {
      /** @description Ids of categories */
      category?: number[];
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      endDate?: number;
      /**
       * @description The client system's own id of the user
       * @example id1
       */
      extId: string;
      /**
       * Format: int64
       * @description Messages of a page
       * @default 20
       */
      numberOfNotification: number;
      /** @description From the response with the previous page */
      prms?: components['schemas']['PageIndexDto'];
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      startDate?: number;
      /**
       * Format: int64
       * @description Sum of 1 (read), 2 (unread) and 4 (deleted); from 1 to 15
       * @example 3
       */
      status: number;
    };
    GroupByDto: {
      /**
       * @description For numeric attributes: pairs [min, max]; min is inside, max outside, but for the last pair
       * @example [
       *       [
       *         18,
       *         24
       *       ],
       *       [
       *         25,
       *         34
       *       ]
       *     ]
       */
      buckets?: unknown[][];
      /** @description Attribute of devices instead: platform, pushPermitted, deviceModel, osVersion, appVersion, language or timeZone */
      installation?: string;
      /**
       * @description Code of an attribute of users. No address, and a private attribute only with `buckets`
       * @example age
       */
      profile?: string;
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
    HookDto: {
      /** @description Of a webhook of the application */
      name: string;
      /** @description Sent with the results. Placeholders are filled from the parameters of the send */
      params?: {
        [key: string]: string;
      };
    };
    ImportDto: {
      /**
       * Format: int64
       * @description Users that existed and differ from their lines. A user counts once for every 1,000 lines
       * @example 9000
       */
      changed: number;
      /**
       * Format: int64
       * @description Users that did not exist
       * @example 90000
       */
      created: number;
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      createdAt: number;
      /** @description Nothing was changed; the counts are what would be */
      dryRun: boolean;
      /**
       * @description Why it failed
       * @example The file has no column 'id'
       */
      fault?: string;
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      finishedAt?: number;
      /** @enum {string} */
      format: 'csv' | 'ndjson';
      /**
       * Format: int64
       * @example 17
       */
      importId: number;
      /**
       * Format: int64
       * @description Lines that were read
       * @example 100000
       */
      lines: number;
      /**
       * Format: int64
       * @description Of the whole run, without interruptions
       * @example 5210
       */
      linesPerSecond: number;
      /**
       * Format: int64
       * @description Bytes that are done
       * @example 20480000
       */
      position: number;
      /**
       * Format: int64
       * @description Lines with a fault, see `getImportRefusals`
       * @example 7
       */
      refused: number;
      /**
       * Format: int64
       * @description Of a dry run: users whose lines lie far apart, for whom `changed` and `unchanged` are estimates
       * @example 0
       */
      repeated?: number;
      /**
       * Format: int64
       * @description Absent before the first lines are done, and after the end
       * @example 173
       */
      secondsLeft?: number;
      /**
       * Format: int64
       * @description Bytes of the file
       * @example 204800000
       */
      size: number;
      /**
       * Format: int64
       * @description Lines that the mapping leaves out
       * @example 120
       */
      skipped: number;
      /**
       * @description `FAILED`: the file cannot be read on, see `fault`; what stands before is written. `STOPPED`: by `stopImport`
       * @example RUNNING
       * @enum {string}
       */
      state: 'WAITING' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'STOPPED';
      /**
       * Format: int64
       * @description Users that are already as their lines say
       * @example 873
       */
      unchanged: number;
    };
    ImportIdDto: {
      /**
       * Format: int64
       * @description From `importUsers`
       * @example 17
       */
      importId: number;
    };
    ImportRefusalDto: {
      /**
       * @description Field at fault; empty for the line as a whole
       * @example profile.age
       */
      field: string;
      /**
       * Format: int64
       * @description Number of the line in the file, from 1
       * @example 41
       */
      line: number;
      /**
       * @description Without the value
       * @example Field 'profile.age' should be of type INT
       */
      reason: string;
    };
    ImportRefusalsDto: {
      /** @description In the order of the file */
      list: components['schemas']['ImportRefusalDto'][];
      /** @description Absolute URL of the next page; absent on the last one */
      nextPage?: string;
    };
    ImportsDto: {
      /** @description Newest first */
      list: components['schemas']['ImportDto'][];
      /** @description Absolute URL of the next page; absent on the last one */
      nextPage?: string;
    };
    InboxCountsDto: {
      /**
       * Format: int64
       * @description Read
       */
      1?: number;
      /**
       * Format: int64
       * @description Unread
       */
      2?: number;
      /**
       * Format: int64
       * @description Deleted
       */
      4?: number;
    };
    InboxEntryDto: {
      /** @description Absent for an anonymous user */
      extID?: string;
      message: string;
      /**
       * Format: int64
       * @description Key of the notification
       */
      msgId: number;
      /** Format: int64 */
      pushInstanceId: number;
      /** @enum {string} */
      status: 'READ' | 'UNREAD' | 'DELETED';
      /**
       * Format: int64
       * @description Time of the send, in epoch milliseconds
       */
      sts: number;
      subText?: string;
      title: string;
    };
    InboxMessageDto: {
      androidMediaUrl: string | null;
      androidThumbnail: string | null;
      /** @description Ids of categories */
      ctg: number[];
      /** @description `customJson` of the message */
      customParams: {
        [key: string]: unknown;
      };
      deeplink: string | null;
      extID?: string;
      iosMediaUrl: string | null;
      /** @description Labels */
      lbl: string[];
      message: string;
      /**
       * Format: int64
       * @description Key of the notification
       */
      msgId: number;
      /** @description The text, if it is personalised */
      personalizedMsg: string | null;
      personalizedTitle: string | null;
      /** Format: int64 */
      pushInstanceId: number;
      /** @enum {string} */
      status: 'READ' | 'UNREAD' | 'DELETED';
      /**
       * Format: int64
       * @description Time of the send, in epoch milliseconds
       */
      sts: number;
      subText: string | null;
      title: string;
      /** @description Page that a tap opens */
      url: string | null;
    };
    InboxPageDto: {
      /** @description One key for each requested bit, counted over the whole filter */
      cnts: components['schemas']['InboxCountsDto'];
      msgs: components['schemas']['InboxEntryDto'][];
      /** @description For the next request; absent on the last page */
      prms?: components['schemas']['PageIndexDto'];
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
    LanguagePartDto: {
      /** @description What a tap opens in this language */
      click?: components['schemas']['ClickActionDto'];
      /** @description Text in this language */
      text?: string;
      /** @description Title in this language */
      title?: string;
    };
    LastErrorDto: {
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
    LegacyAnswerDto: {
      /**
       * Format: int64
       * @description 1000: done
       * @example 1000
       */
      code: number;
      result: components['schemas']['LegacyResultDto'];
    };
    LegacyNotificationDto: {
      /** @description Delivered to the app as it is */
      customJson?: {
        [key: string]: unknown;
      };
      /** @description A big picture on Android */
      largeIconUrl?: string;
      /** @description The text */
      notificationMsg: string;
      /** @description A page that the app shows; with the rest at most 4 kB */
      richPushHtml?: string;
      /** @description Shown above the text */
      title: string;
    };
    /**
     * @example {
     *       "title": "Spring sale",
     *       "notificationMsg": "Everything 20 % off today"
     *     }
     */
    LegacyPush11Dto: {
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
      customFields?: components['schemas']['ConditionsDto'];
      /** @description Delivered to the app as it is */
      customJson?: {
        [key: string]: unknown;
      };
      /** @description A big picture on Android */
      largeIconUrl?: string;
      /** @description The text */
      notificationMsg: string;
      /** @description Without any: every platform of devices */
      platforms?:
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
            | 'HUAWEI'
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
            | 'HUAWEI'
          )[];
      /** @description Device token of one device */
      registrationId?: string;
      /** @description A page that the app shows; with the rest at most 4 kB */
      richPushHtml?: string;
      /** @description Any of them */
      tags?: string | string[];
      /** @description Shown above the text */
      title: string;
    };
    /**
     * @example {
     *       "target": {
     *         "platforms": [
     *           "IOS",
     *           "ANDROID"
     *         ]
     *       },
     *       "notification": {
     *         "title": "Spring sale",
     *         "notificationMsg": "Everything 20 % off today"
     *       }
     *     }
     */
    LegacyPush12Dto: {
      /** @description What is shown */
      notification: components['schemas']['LegacyNotificationDto'];
      /** @description Without any of them: every device that is opted in */
      target?: components['schemas']['LegacyTargetDto'];
    };
    LegacyRefused: {
      /**
       * Format: int64
       * @description A code of the catalogue
       * @example 2020
       */
      code: number;
      /**
       * @description Names the faulty field or value
       * @example title is required
       */
      message: string;
    };
    LegacyResultDto: {
      /**
       * Format: int64
       * @description Key of the campaign, as in `getPushStats`
       * @example 1000
       */
      notificationId: number;
    };
    LegacyTargetDto: {
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
      customFields?: components['schemas']['ConditionsDto'];
      /** @description Without any: every platform of devices */
      platforms?:
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
            | 'HUAWEI'
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
            | 'HUAWEI'
          )[];
      /** @description Any of them */
      tags?: string | string[];
    };
    MailOptInDto: {
      /**
       * @description Addresses, also those of nobody
       * @example [
       *       "jo@example.com"
       *     ]
       */
      emailList?: string[];
      /**
       * @description Users; unknown ones are left out
       * @example [
       *       "id1",
       *       "id2"
       *     ]
       */
      extIds?: string[];
    };
    MisspeltFieldDto: {
      /**
       * @description Where it stands in the body; it is ignored
       * @example scheduel
       */
      field: string;
      /**
       * @description The field that it is nearly called
       * @example schedule
       */
      known: string;
    };
    MsisdnListDto: {
      /**
       * @description With country codes; without one a number of settings.defaultCountry
       * @example [
       *       "+905321234567"
       *     ]
       */
      msisdnList: string[];
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
    NotificationKeyDto: {
      /**
       * Format: int64
       * @description Key of the campaign or definition
       * @example 1000
       */
      notificationKey: number;
    };
    OpenDto: {
      /**
       * Format: int64
       * @description Recipients that opened their e-mail, each counted once
       */
      opened: number;
      /** @example EMAIL */
      platform: string;
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
    PageIndexDto: {
      /**
       * Format: int64
       * @description `pushInstanceId` of the last message of the previous page
       */
      index?: number;
    };
    PastResultDto: {
      /**
       * @description ISO 8601
       * @example 2026-01-01T00:00:00.000Z
       */
      at: string;
      /**
       * @description Of an OPEN one: the provider's code
       * @example ENOTFOUND
       */
      code?: string;
      /**
       * @description Of an OPEN one: the provider's own words
       * @example getaddrinfo ENOTFOUND smtp.exmaple.com
       */
      detail?: string;
      /**
       * @description Of an OPEN one: its next attempt (ISO 8601)
       * @example 2026-01-01T00:01:00.000Z
       */
      nextAttempt?: string;
      /** @example IOS */
      platform: string;
      /** @example NO_DEVICE */
      reason: string | null;
      /**
       * @description SUCCESS, FAILED, SKIPPED (also before the send), or OPEN: it still waits
       * @example SKIPPED
       */
      status: string;
    };
    PersonExportDto: {
      /**
       * @description Name of the application
       * @example shop
       */
      application: string;
      /** @description Changes of consent, newest first, as `getConsentHistory` shows them, with `at` */
      consentHistory: Record<string, never>[];
      /** @description Opt-ins: `email`, `sms`, `categories`; null for a deleted user */
      consents: Record<string, never> | null;
      /** @description Installations with token, model, language and last place, retired ones too */
      devices: Record<string, never>[];
      /** @description Events, oldest first: `at`, `name`, `attributes` */
      events: Record<string, never>[];
      /** @description When the export began */
      exportedAt: string;
      /** @example id1 */
      extId: string;
      /** @description Installations that went to another user */
      formerDevices: string[];
      /** @description Stored messages, oldest first, as `inbox/get` shows them */
      inbox: Record<string, never>[];
      /** @description Anonymous users that were merged into this one: `mergedAt` */
      merges: Record<string, never>[];
      /** @description Values by attribute code, private and sealed ones too */
      profile: {
        [key: string]: unknown;
      };
      /** @description What was sent, oldest first: time, message, outcome with its reason, clicks, opens, receipts, callbacks */
      results: Record<string, never>[];
      /** @description Names of the segments that have the user */
      segments: string[];
      /** @description Reasons why nothing is sent to an address of the user */
      suppressions: Record<string, never>[];
      /** @description Names of tags */
      tags: string[];
      /** @description Last examples of undefined events that name the user */
      undefinedEvents: Record<string, never>[];
      /** @description Addresses and times of the user; null when it was deleted */
      user: Record<string, never> | null;
    };
    PlaceDto: {
      /** @example 41.01 */
      latitude: number;
      /** @example 28.97 */
      longitude: number;
    };
    PlaceholderForecastDto: {
      /**
       * Format: int64
       * @description A default of the message stands in it
       * @example 12
       */
      defaults: number;
      /**
       * Format: int64
       * @description Sub text, a picture or an icon is left out
       * @example 0
       */
      leftOut: number;
      /**
       * @description Recipients without a value, by the name of the placeholder
       * @example {
       *       "name": 52
       *     }
       */
      missing: {
        [key: string]: unknown;
      };
      /**
       * Format: int64
       * @description The plain text stands in place of `personalizedMessage`
       * @example 40
       */
      plainText: number;
    };
    PlatformForecastDto: {
      /** @example apns */
      channel: string;
      /**
       * Format: int64
       * @description Of the planned: checked one by one
       * @example 4120
       */
      examined: number;
      /**
       * @description Of the examined, by reason
       * @example {}
       */
      failed: {
        [key: string]: unknown;
      };
      /** @description The last fault of the account; absent after a success */
      lastError?: components['schemas']['LastErrorDto'];
      /** @description Of the examined: recipients for whom placeholders have no value */
      placeholders: components['schemas']['PlaceholderForecastDto'];
      /**
       * Format: int64
       * @description Recipients that the launch would plan
       * @example 4120
       */
      planned: number;
      /** @example IOS */
      platform: string;
      /**
       * Format: int64
       * @description Of the examined: would be sent now
       * @example 4098
       */
      ready: number;
      /**
       * @description Of the examined, by reason
       * @example {
       *       "CATEGORY_OPTED_OUT": 22
       *     }
       */
      skipped: {
        [key: string]: unknown;
      };
      /** @description Why the account does not send now; absent while it sends */
      wait?: components['schemas']['AccountWaitDto'];
      /**
       * Format: int64
       * @description Of the examined: would be sent after the account resumes
       * @example 0
       */
      waiting: number;
    };
    PlatformStatisticsDto: {
      /**
       * Format: int64
       * @description Recipients that clicked, each counted once
       */
      clicked: number;
      /** Format: int64 */
      failed: number;
      /** @example IOS */
      platform: string;
      /**
       * Format: int64
       * @description Recipients whose provider accepted the message
       */
      sent: number;
    };
    PreferencesDto: {
      /**
       * @description Whether the user gets each category, by name
       * @example {
       *       "News": true,
       *       "Offers": false
       *     }
       */
      categoryPreferences: {
        [key: string]: unknown;
      };
    };
    Problem: {
      /**
       * @description What is wrong, for people
       * @example The body should be JSON
       */
      detail: string;
      /**
       * @description Path of the request
       * @example /rest/3.0/tagUsers
       */
      instance: string;
      /**
       * Format: int64
       * @example 415
       */
      status: number;
      /**
       * @description Name of the status
       * @example Unsupported Media Type
       */
      title: string;
      /** @example about:blank */
      type: string;
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
    ProfileAttributesDto: {
      customProfileAttributes: components['schemas']['AttributeDto'][];
      standardProfileAttributes: components['schemas']['AttributeDto'][];
    };
    ProfileDto: {
      extId: string;
      /** @description Values by attribute code; dates are epoch milliseconds */
      profile: {
        [key: string]: unknown;
      };
    };
    PushSubjectDto: {
      /** @description This device only */
      deviceToken?: string;
      /**
       * @description Every device of this user
       * @example id1
       */
      extId?: string;
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
    ReceiptDto: {
      /** @description Number of deleted rows, by table */
      counts: {
        [key: string]: unknown;
      };
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      erasedAt: number;
      /**
       * @description The value of `X-Erasure-Receipt`
       * @example 5e0c3ad4-64b1-4c6b-8a53-3b1f5f0e7a11
       */
      receiptId: string;
      /**
       * Format: int64
       * @description Number of requested users that existed
       */
      users: number;
    };
    ReceiptsDto: {
      receipts: components['schemas']['ReceiptDto'][];
    };
    Refused: {
      /**
       * Format: int64
       * @description A code of the catalogue
       * @example 2020
       */
      code: number;
      /**
       * @description Names the faulty field or value
       * @example extId is required
       */
      error: string;
      faults?: Record<string, never>;
    };
    RegisterUserDto: {
      /**
       * @description Version of the app, with `deviceToken`
       * @example 3.1.0
       */
      appVersion?: string;
      /**
       * @description Chat address; an empty text keeps what is there
       * @example telegram:123456789
       */
      chatAddress?: string;
      /** @description Whether the user takes commercial e-mails and text messages. It holds from the same moment as the addresses. Consent given here lifts no refusal of the address itself */
      consent?: components['schemas']['UserConsentDto'];
      /**
       * @description The same as `profile.country`: a code of ISO 3166
       * @example TR
       */
      country?: string;
      /**
       * @description With `deviceToken`
       * @example Pixel 5
       */
      deviceModel?: string;
      /**
       * @description For web push the subscription as JSON
       * @example token1
       */
      deviceToken?: string;
      /**
       * @description E-mail address of the user; an empty text keeps what is there
       * @example jo@example.com
       */
      email?: string;
      /**
       * @description The client system's own id of the user
       * @example id1
       */
      extId: string;
      /**
       * @description The same as `profile.language`: a language tag
       * @example tr
       */
      language?: string;
      /**
       * @description With country code; without one a number of settings.defaultCountry
       * @example +905321234567
       */
      msisdn?: string;
      /**
       * @description Version of the operating system, with `deviceToken`
       * @example 14
       */
      osVersion?: string;
      /**
       * @description With `deviceToken`
       * @example ANDROID
       */
      platform?: string;
      /** @description Values by attribute code */
      profile?: {
        [key: string]: unknown;
      };
      /**
       * @description Whether this device takes push, with `deviceToken`. Absent: as it is; a new device takes it
       * @example true
       */
      pushPermitted?: boolean;
      /** @description Tags that the user gets */
      tags?: string[];
      /**
       * @description IANA name of the zone of the device, for sends by local time; with `deviceToken`
       * @example Europe/Istanbul
       */
      timeZone?: string;
      /**
       * @description WhatsApp number; an empty text keeps what is there
       * @example +905321234567
       */
      wpNumber?: string;
    };
    RemoveEmailDto: {
      /** @description Uploaded addresses */
      emailList?: string[];
      /**
       * @description The address of this user
       * @example id1
       */
      extId?: string;
    };
    RemoveMsisdnDto: {
      /**
       * @description The number of this user
       * @example id1
       */
      extId?: string;
      /** @description Uploaded numbers */
      msisdnList?: string[];
    };
    RemoveSuppressionsDto: {
      /**
       * @description Removed for every reason
       * @example [
       *       "jo@example.com"
       *     ]
       */
      addresses: string[];
      /**
       * @description What may be sent again
       * @enum {string}
       */
      channel: 'email' | 'sms' | 'whatsapp' | 'chat';
    };
    ResultDto: {
      /**
       * @description The account that it went by, where its channel has several. Beyond the published interface
       * @example sms:second
       */
      account?: string;
      /** @description On a failure: the provider's code, or Herald's reason when no provider was asked */
      errorCode?: string;
      /**
       * @description Of an OPEN one: the provider's own words, or those of the connection to it. Beyond the published interface
       * @example getaddrinfo ENOTFOUND smtp.exmaple.com
       */
      errorDetail?: string;
      /** @example INVALID_TOKEN */
      errorMsg?: string;
      extId?: string;
      installationId?: string;
      /**
       * @description The text that this recipient was sent; of an e-mail, and where nothing was sent, that of the message
       * @example Hi Ann, your order is on its way
       */
      msgText?: string;
      msgTitle?: string;
      /**
       * Format: int64
       * @description Of an OPEN one: when it is tried again, in epoch ms, where that is known. Beyond the published interface
       */
      nextAttempt?: number;
      /**
       * @description Of who was left out: `PUSH` (all devices), `EMAIL`, `SMS`, or `ANY` for a name that nobody has
       * @example IOS
       */
      platform: string;
      /**
       * @description SUCCESS or FAILED; SKIPPED and OPEN where the request asks for them
       * @example SUCCESS
       * @enum {string}
       */
      status: 'SUCCESS' | 'FAILED' | 'SKIPPED' | 'OPEN';
      /**
       * Format: int64
       * @description When it became final, in epoch ms; of an OPEN one its launch, or its next attempt
       */
      timeStamp: number;
      /** @description A device token that nobody has */
      token?: string;
    };
    ResultsDto: {
      list: components['schemas']['ResultDto'][];
      /** @description Absolute URL of the next page; absent on the last one */
      nextPage?: string;
    };
    SampleDto: {
      /**
       * @description Payload for the provider
       * @example {
       *       "aps": {
       *         "alert": {
       *           "title": "Sale"
       *         }
       *       }
       *     }
       */
      payload: (string | null) | number | boolean | Record<string, never> | unknown[];
      /** @example IOS */
      platform: string;
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
    SegmentDefinitionDto: {
      /**
       * Format: int64
       * @description As in `getSegments`
       * @example 1
       */
      id: number;
      /** @example Loyal customers */
      name: string;
      /**
       * @description As `app/segments/save` takes it; null where there is none
       * @example {
       *       "tag": "Sport"
       *     }
       */
      target: Record<string, never> | null;
      /** @enum {string} */
      type: 'STANDARD' | 'PRODUCT_SEGMENT' | 'PREDICT_SEGMENT';
    };
    SegmentDefinitionsDto: {
      segments: components['schemas']['SegmentDefinitionDto'][];
    };
    SegmentDto: {
      /**
       * Format: int64
       * @description When it was last calculated
       */
      calculatedAt?: number;
      /**
       * Format: int64
       * @example 5883
       */
      id: number;
      /** @example adults */
      name: string;
      /**
       * @description Why the calculation failed, or why a prediction has no members
       * @example A prediction needs 30 customers who bought on two days or more
       */
      reason?: string;
      /**
       * @description WAITING for its first calculation; READY; FAILED: the last calculation failed, and members of an earlier one are served
       * @enum {string}
       */
      state: 'WAITING' | 'READY' | 'FAILED';
      /** @enum {string} */
      type: 'STANDARD' | 'PRODUCT_SEGMENT' | 'PREDICT_SEGMENT';
      /**
       * Format: int64
       * @description Members when it was last calculated
       * @example 16572
       */
      userCount: number;
    };
    SegmentInputDto: {
      /**
       * @description Bulk targets use it
       * @example Loyal customers
       */
      name: string;
      /**
       * @description Who is in it, in the form of a bulk target, and what users did
       * @example {
       *       "profile": {
       *         "country": [
       *           "TR",
       *           "DE"
       *         ]
       *       },
       *       "tag": "Sport"
       *     }
       */
      target: {
        [key: string]: unknown;
      };
      /**
       * @description Absent: STANDARD. It never changes
       * @example STANDARD
       * @enum {string}
       */
      type?: 'STANDARD' | 'PRODUCT_SEGMENT' | 'PREDICT_SEGMENT';
    };
    SegmentInputsDto: {
      /** @description Segments to define or change */
      segments: components['schemas']['SegmentInputDto'][];
    };
    SegmentsDto: {
      list: components['schemas']['SegmentDto'][];
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
    SegmentUserDto: {
      /** @example user@example.com */
      email?: string;
      /** @example user_123 */
      externalId?: string;
      /** @example +905312345678 */
      msisdn?: string;
    };
    SegmentUsersDto: {
      list: components['schemas']['SegmentUserDto'][];
      /** @example adults */
      name: string;
      /** @description Absolute URL of the next page; absent on the last one */
      nextPage?: string;
    };
    SendMessageDto: {
      /** @description Differences on Android */
      android?: components['schemas']['AndroidPartDto'];
      /** @description Beside `id` each button by its name: the address that it opens. For web push a set for each browser may stand under the name of its platform */
      buttonSet?: components['schemas']['ButtonSetDto'];
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
      /** @description Also stored in the inbox of the user */
      inbox?: boolean;
      /** @description Differences on iOS */
      ios?: components['schemas']['IosPartDto'];
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
      /** @description Values of placeholders. `_nm_badge_count` is the badge of the icon on iOS, where `ios.badge` is absent */
      params?: {
        [key: string]: unknown;
      };
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
    };
    /**
     * @example {
     *       "notificationKey": "1000",
     *       "target": {
     *         "extId": "id1"
     *       },
     *       "message": {
     *         "params": {
     *           "order": "A-17"
     *         }
     *       }
     *     }
     */
    SendNotificationDto: {
      /** @description Only the device of each user that was active last */
      lastActiveDevice?: boolean;
      /** @description What differs from the definition, and values of placeholders */
      message?: components['schemas']['SendMessageDto'];
      /**
       * @description Of a definition; a text
       * @example 1000
       */
      notificationKey: string;
      /** @description One of extId, deviceToken, email, msisdn and pa */
      target: components['schemas']['SendTargetDto'];
    };
    SendTargetDto: {
      /** @description One address: Chat address */
      chatAddress?: string;
      /** @description These devices */
      deviceToken?: string | string[];
      /** @description One address */
      email?: string;
      /** @description These users */
      extId?: string | string[];
      /** @description One phone number */
      msisdn?: string;
      /**
       * @description true: also devices and users that refused the channel of the message, never a suppressed address
       * @example false
       */
      optOut?: boolean;
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
      pa?: components['schemas']['ConditionsDto'];
      /** @description One address: WhatsApp number */
      wpNumber?: string;
    };
    SendWithFilesDto: {
      /** @description Files, with the e-mail at most 10 MB before transfer encoding: xlsx, xls, csv, txt, pdf, jpg, jpeg, png, gif, mpeg, mpeg-2, mp4, avi. The content has to be what the name says. An image that the e-mail shows as `cid:<file name>` stands in its text */
      mailAttachment: string[];
      /**
       * @description JSON: `message` of sendNotification, with the values of placeholders in `params`
       * @example {"params": {"order": "A-17"}}
       */
      message?: string;
      /**
       * @description Of a notification with the platform EMAIL
       * @example 1000
       */
      notificationKey: string;
      /**
       * @description E-mail address
       * @example ann@example.com
       */
      to: string;
    };
    SetPreferenceDto: {
      /**
       * @description Name of a category that the application defines
       * @example Shopping
       */
      category: string;
      /** @description false: opted out */
      enable: boolean;
      /**
       * @description The client system's own id of the user
       * @example id1
       */
      extId: string;
    };
    SetProfileDto: {
      /**
       * @description The client system's own id of the user
       * @example id1
       */
      extId: string;
      /**
       * @description Values by attribute code; other attributes stay
       * @example {
       *       "name": "Jo",
       *       "age": 34
       *     }
       */
      profile: {
        [key: string]: unknown;
      };
    };
    SmsOptInDto: {
      /**
       * @description Users; unknown ones are left out
       * @example [
       *       "id1",
       *       "id2"
       *     ]
       */
      extIds?: string[];
      /**
       * @description Numbers with country code, also those of nobody; without one a number of settings.defaultCountry
       * @example [
       *       "+905321234567"
       *     ]
       */
      msisdnList?: string[];
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
    SmsTextDto: {
      /**
       * @description As it is to be sent
       * @example Your order 1234 is on its way
       */
      message: string;
    };
    SpeedChangeDto: {
      /**
       * Format: int64
       * @description Without both: as fast as the providers take it
       */
      intervalMins?: number;
      /**
       * Format: int64
       * @description Key of the campaign
       */
      messageId: number;
      /**
       * Format: int64
       * @description Recipients of an interval; with `intervalMins`
       */
      packageSize?: number;
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
    StatisticsDto: {
      /**
       * Format: int64
       * @description When it begins or began, in epoch ms. Absent while it waits for an approval without a time
       */
      dueAt?: number;
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      endDate: number;
      /**
       * @description Who got no message, by reason: users left out at the launch, and recipients skipped at the send. Beyond the published interface
       * @example {
       *       "OPTED_OUT": 120,
       *       "NO_DEVICE": 4031
       *     }
       */
      leftOut: {
        [key: string]: unknown;
      };
      /** Format: int64 */
      notificationKey: number;
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      startDate: number;
      /**
       * @description Where it stands: `STARTING` waits for its time or an approval. Beyond the published interface; absent before the first send of a definition
       * @example STARTING
       * @enum {string}
       */
      state?: 'STARTING' | 'SENDING' | 'PAUSED' | 'FINISHED' | 'STOPPED';
      stats: components['schemas']['PlatformStatisticsDto'][];
      /** @enum {string} */
      status: 'SENDING' | 'FINISHED';
    };
    StatisticsListDto: {
      messages: components['schemas']['StatisticsDto'][];
    };
    StoredDefinitionDto: {
      /**
       * Format: int64
       * @description When it was created, in epoch ms
       */
      createdAt: number;
      /**
       * @description As `createNotificationDefinition` and `updateNotificationDefinition` take it
       * @example {
       *       "title": "Order shipped",
       *       "message": "Your order @{order} is on its way",
       *       "platforms": [
       *         "IOS",
       *         "ANDROID"
       *       ],
       *       "click": {
       *         "deeplink": "shop://orders/@{order}"
       *       },
       *       "ios": {
       *         "mediaUrl": "https://shop.example/parcel.png"
       *       },
       *       "languages": {
       *         "tr": {
       *           "title": "Siparişiniz yolda",
       *           "text": "Siparişiniz @{order} yola çıktı"
       *         }
       *       }
       *     }
       */
      definition: {
        [key: string]: unknown;
      };
      /**
       * Format: int64
       * @description When it was ended, in epoch ms; nothing more is sent of it
       */
      endedAt?: number;
      /**
       * @description Label of the reports
       * @example orders
       */
      labels?: string;
      /**
       * Format: int64
       * @example 1000
       */
      notificationKey: number;
      /**
       * @example [
       *       "IOS",
       *       "ANDROID"
       *     ]
       */
      platforms: string[];
      /** @example Order shipped */
      title?: string;
      /**
       * Format: int64
       * @description When it was last changed, in epoch ms
       */
      updatedAt?: number;
    };
    SuppressionDto: {
      /**
       * @description Absent when the user was erased and only a hash is stored
       * @example jo@example.com
       */
      address?: string;
      /**
       * @description Response or report of the provider
       * @example 550 5.1.1 no such user
       */
      detail?: string;
      /** @enum {string} */
      reason: 'COMPLAINT' | 'STOP' | 'HARD_BOUNCE' | 'INVALID_ADDRESS' | 'UNSUBSCRIBED';
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      timeStamp: number;
    };
    SuppressionsDto: {
      list: components['schemas']['SuppressionDto'][];
      /** @description Absolute URL of the next page; absent on the last one */
      nextPage?: string;
    };
    TagUsersDto: {
      /**
       * @description Users by their extId
       * @example [
       *       "id1",
       *       "id2"
       *     ]
       */
      extIds: string[];
      /**
       * @description A tag or a list of tags
       * @example Sport
       */
      tag: string | string[];
    };
    TargetLocationDto: {
      /** @description Degrees */
      latitude: number;
      /** @description Degrees */
      longitude: number;
      /** @description Kilometres */
      radius: number;
    };
    TesterDto: {
      /**
       * @description Counts without `extId`: all users with this address
       * @example jo@example.com
       */
      email?: string;
      /**
       * @description All devices of this user
       * @example id1
       */
      extId?: string;
    };
    TrackingDto: {
      /** @description Whether clicks on links are counted */
      clicks?: boolean;
      /** @description Whether opens of e-mails are counted */
      opens?: boolean;
    };
    UnmatchedEventDto: {
      /**
       * @description An attribute that the event is not defined with. It is kept with the event and matches no segment
       * @example chanel
       */
      attribute?: string;
      /**
       * Format: int64
       * @description Number of fired events; of attributes some seconds old
       */
      count: number;
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      firstSeen: number;
      /** @description Attributes of the last one, as truncated JSON */
      lastExample?: string;
      /**
       * Format: int64
       * @description Epoch milliseconds
       */
      lastSeen: number;
      /**
       * @description Event
       * @example shareevent
       */
      name: string;
    };
    UnmatchedEventsDto: {
      unmatchedEvents: components['schemas']['UnmatchedEventDto'][];
    };
    UnsetProfileDto: {
      /**
       * @description The client system's own id of the user
       * @example id1
       */
      extId: string;
      /**
       * @description Attribute codes
       * @example [
       *       "age",
       *       "name"
       *     ]
       */
      profile: string[];
    };
    UpdateChatDto: {
      /**
       * @description The messenger and the id of the person there. Empty: clears the address
       * @example telegram:123456789
       */
      chatAddress: string;
      /**
       * @description The client system's own id of the user
       * @example id1
       */
      extId: string;
    };
    UpdateEmailDto: {
      /**
       * @description Empty: the present address stays
       * @example jo@example.com
       */
      email: string;
      /**
       * @description The client system's own id of the user
       * @example id1
       */
      extId: string;
    };
    UpdateMsisdnDto: {
      /**
       * @description The client system's own id of the user
       * @example id1
       */
      extId: string;
      /**
       * @description With country code; without one a number of settings.defaultCountry. Empty: clears the number
       * @example +905321234567
       */
      msisdn: string;
    };
    UpdateWhatsAppDto: {
      /**
       * @description The client system's own id of the user
       * @example id1
       */
      extId: string;
      /**
       * @description With country code; without one a number of settings.defaultCountry. Empty: clears the number
       * @example +905321234567
       */
      wpNumber: string;
    };
    UserConsentDto: {
      /**
       * @description E-mail
       * @example false
       */
      email?: boolean;
      /**
       * @description SMS
       * @example true
       */
      sms?: boolean;
    };
    UserDeviceDto: {
      /**
       * @description Version of the app
       * @example 3.1.0
       */
      appVersion?: string;
      /**
       * @description Country of the device
       * @example TR
       */
      country?: string;
      /**
       * Format: int64
       * @description When it was registered, in epoch ms
       */
      createdAt: number;
      /** @example Pixel 5 */
      deviceModel?: string;
      /** @description Id of the installation, as results name it */
      installationId: string;
      /**
       * @description Language of the device
       * @example tr
       */
      language?: string;
      /**
       * Format: int64
       * @description When it last reported, in epoch ms
       */
      lastActiveAt?: number;
      /** @description Last place; only with the scope `private` */
      location?: components['schemas']['PlaceDto'];
      /**
       * @description Version of the operating system
       * @example 14
       */
      osVersion?: string;
      /** @example ANDROID */
      platform: string;
      /** @description Whether it is opted in to push */
      pushPermitted: boolean;
      /**
       * Format: int64
       * @description When the token was taken out of use, in epoch ms; nothing is sent to it
       */
      retiredAt?: number;
      /**
       * @description What the provider said; BY_MEMBER: somebody in the panel
       * @example INVALID_TOKEN
       */
      retiredReason?: string;
      /**
       * @description IANA name
       * @example Europe/Istanbul
       */
      timeZone?: string;
      /** @description Push token, or the subscription of a browser */
      token?: string;
    };
    UserOverviewDto: {
      consent: components['schemas']['ConsentsDto'];
      /**
       * Format: int64
       * @description When the user was created, in epoch ms
       */
      createdAt: number;
      /** @description All installations, retired ones too, the oldest first */
      devices: components['schemas']['UserDeviceDto'][];
      /** @example id1 */
      extId: string;
      /**
       * @description Values by attribute code, the addresses too; private ones only with the scope `private`
       * @example {
       *       "name": "Jo",
       *       "email": "jo@example.com",
       *       "age": 34
       *     }
       */
      profile: {
        [key: string]: unknown;
      };
      /** @description Last results, as `getPushResult` lists them; only with the scope `reports` */
      results?: components['schemas']['ResultDto'][];
      /**
       * @description Segments that have the user, as they were last calculated; only with the scope `segment-users`
       * @example [
       *       "Loyal customers"
       *     ]
       */
      segments?: string[];
      /** @description Refusals and faults of the addresses themselves */
      suppressions: components['schemas']['UserSuppressionDto'][];
      /**
       * @description Names of tags
       * @example [
       *       "Sport"
       *     ]
       */
      tags: string[];
      /**
       * Format: int64
       * @description When the user last changed, in epoch ms
       */
      updatedAt: number;
    };
    UserSuppressionDto: {
      /**
       * Format: int64
       * @description Since when, in epoch ms
       */
      addedAt: number;
      /** @enum {string} */
      channel: 'email' | 'sms' | 'whatsapp' | 'chat';
      /** @description What the provider said */
      detail?: string;
      /**
       * @description Why nothing is sent to the address
       * @example UNSUBSCRIBED
       */
      reason: string;
    };
    WaitingApprovalDto: {
      /**
       * Format: int64
       * @description Time of the request
       */
      askedAt: number;
      /** @description Who sent it; absent: unknown */
      author?: components['schemas']['ActorDto'];
      /**
       * Format: int64
       * @description Approvals that it has
       * @example 1
       */
      given: number;
      /**
       * @description notification: a request of `sendNotification`
       * @example campaign
       * @enum {string}
       */
      kind: 'campaign' | 'notification';
      /**
       * Format: int64
       * @description `messageId` of `sendPushApproval`
       * @example 1000
       */
      messageId: number;
      /**
       * Format: int64
       * @description Approvals that it needs
       * @example 2
       */
      needed: number;
      /**
       * @description Key of the campaign, or of the definitions that the request names
       * @example [
       *       1000
       *     ]
       */
      notificationKeys: number[];
      /** @description Whether its author may approve it */
      self: boolean;
    };
    WaitingApprovalsDto: {
      /** @description The oldest first */
      approvals: components['schemas']['WaitingApprovalDto'][];
      /** @description Absent on the last page */
      nextPage?: string;
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
    WhatsAppOptInDto: {
      /**
       * @description Users; unknown ones are left out
       * @example [
       *       "id1",
       *       "id2"
       *     ]
       */
      extIds?: string[];
      /**
       * @description Numbers with country code, also those of nobody; without one a number of settings.defaultCountry
       * @example [
       *       "+905321234567"
       *     ]
       */
      wpNumbers?: string[];
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
  };
  responses: {
    /** @description Refused; nothing changed (2004, 2009, 2020, 2101) */
    LegacyRefused400_2004_2009_2020_2101: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['LegacyRefused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 2101, 6000) */
    LegacyRefused400_2004_2009_2020_2101_6000: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['LegacyRefused'];
      };
    };
    /** @description The API key is missing or unknown (2010) */
    LegacyRefused401_2010: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['LegacyRefused'];
      };
    };
    /** @description The API key may not do this (2021, 2022) */
    LegacyRefused403_2021_2022: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['LegacyRefused'];
      };
    };
    /** @description Try again later (2030) */
    LegacyRefused409_2030: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfter'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['LegacyRefused'];
      };
    };
    /** @description The Idempotency-Key belongs to another request (2030) */
    LegacyRefused422_2030: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['LegacyRefused'];
      };
    };
    /** @description Over the rate limit of the key (2029) */
    LegacyRefused429_2029: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfter'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['LegacyRefused'];
      };
    };
    /** @description Nothing was committed; try again (2031) */
    LegacyRefused503_2031: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfter'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['LegacyRefused'];
      };
    };
    /** @description Refused; nothing changed (2001, 2004, 2009, 2020, 5016) */
    Refused400_2001_2004_2009_2020_5016: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020) */
    Refused400_2004_2009_2020: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 2101, 5003, 5005, 5006, 5041, 6000) */
    Refused400_2004_2009_2020_2101_5003_5005_5006_5041_6000: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 2101, 5003, 5005, 5006, 6000) */
    Refused400_2004_2009_2020_2101_5003_5005_5006_6000: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 2101, 5006, 5041, 5042, 6000) */
    Refused400_2004_2009_2020_2101_5006_5041_5042_6000: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 2101, 5006, 5041, 6000) */
    Refused400_2004_2009_2020_2101_5006_5041_6000: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 2101, 5041, 6000) */
    Refused400_2004_2009_2020_2101_5041_6000: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 5003, 5005) */
    Refused400_2004_2009_2020_5003_5005: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 5003, 5005, 5008) */
    Refused400_2004_2009_2020_5003_5005_5008: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 5003, 5016, 5042, 6000) */
    Refused400_2004_2009_2020_5003_5016_5042_6000: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 5003, 6000) */
    Refused400_2004_2009_2020_5003_6000: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 5005) */
    Refused400_2004_2009_2020_5005: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 5016) */
    Refused400_2004_2009_2020_5016: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 5024) */
    Refused400_2004_2009_2020_5024: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2009, 2020, 6000) */
    Refused400_2004_2009_2020_6000: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2020) */
    Refused400_2004_2020: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2020, 5003) */
    Refused400_2004_2020_5003: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2020, 5016) */
    Refused400_2004_2020_5016: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Refused; nothing changed (2004, 2020, 5042) */
    Refused400_2004_2020_5042: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description The API key is missing or unknown (2010) */
    Refused401_2010: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description The API key may not do this (2021, 2022) */
    Refused403_2021_2022: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description The API key may not do this (2021, 2022, 4000) */
    Refused403_2021_2022_4000: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Try again later (2030) */
    Refused409_2030: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfter'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description The Idempotency-Key belongs to another request (2030) */
    Refused422_2030: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Over the rate limit of the key (2029) */
    Refused429_2029: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfter'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description Nothing was committed; try again (2031) */
    Refused503_2031: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfter'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Refused'];
      };
    };
    /** @description The body is not JSON by its Content-Type; nothing changed */
    UnsupportedMediaType: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
  };
  parameters: {
    /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
    IdempotencyKey: string;
  };
  requestBodies: never;
  headers: {
    /** @description If a limit is set: `r` requests may follow at once; after `t` seconds `q` again */
    RateLimit: string;
    /** @description If a limit is set: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers-10) */
    RateLimitPolicy: string;
    /** @description `true`: the response of an earlier request with this Idempotency-Key; nothing was changed now */
    Replayed: 'true';
    /** @description Part of every log line about the request */
    RequestId: string;
    /** @description Seconds after which to try again */
    RetryAfter: number;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  pushNotificationV11: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Spring sale",
         *       "notificationMsg": "Everything 20 % off today"
         *     }
         */
        'application/json': components['schemas']['LegacyPush11Dto'];
      };
    };
    responses: {
      /** @description Sends a push to all users, to tags, or to one device */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "code": 1000,
           *       "result": {
           *         "notificationId": 1000
           *       }
           *     }
           */
          'application/json': components['schemas']['LegacyAnswerDto'];
        };
      };
      400: components['responses']['LegacyRefused400_2004_2009_2020_2101'];
      401: components['responses']['LegacyRefused401_2010'];
      403: components['responses']['LegacyRefused403_2021_2022'];
      409: components['responses']['LegacyRefused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['LegacyRefused422_2030'];
      429: components['responses']['LegacyRefused429_2029'];
      503: components['responses']['LegacyRefused503_2031'];
    };
  };
  pushNotificationV12: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "target": {
         *         "platforms": [
         *           "IOS",
         *           "ANDROID"
         *         ]
         *       },
         *       "notification": {
         *         "title": "Spring sale",
         *         "notificationMsg": "Everything 20 % off today"
         *       }
         *     }
         */
        'application/json': components['schemas']['LegacyPush12Dto'];
      };
    };
    responses: {
      /** @description Sends a push to all users, to tags, or by profile attributes */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "code": 1000,
           *       "result": {
           *         "notificationId": 1000
           *       }
           *     }
           */
          'application/json': components['schemas']['LegacyAnswerDto'];
        };
      };
      400: components['responses']['LegacyRefused400_2004_2009_2020_2101_6000'];
      401: components['responses']['LegacyRefused401_2010'];
      403: components['responses']['LegacyRefused403_2021_2022'];
      409: components['responses']['LegacyRefused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['LegacyRefused422_2030'];
      429: components['responses']['LegacyRefused429_2029'];
      503: components['responses']['LegacyRefused503_2031'];
    };
  };
  addEmail: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "emailList": [
         *         "jo@example.com"
         *       ]
         *     }
         */
        'application/json': components['schemas']['EmailListDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  addMsisdn: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "msisdnList": [
         *         "+905321234567"
         *       ]
         *     }
         */
        'application/json': components['schemas']['MsisdnListDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  addSuppressions: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "channel": "email",
         *       "addresses": [
         *         "jo@example.com"
         *       ],
         *       "reason": "COMPLAINT"
         *     }
         */
        'application/json': components['schemas']['AddSuppressionsDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  addTesters: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "extId": "id1",
         *       "email": "jo@example.com"
         *     }
         */
        'application/json': components['schemas']['TesterDto'] | components['schemas']['TesterDto'][];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  appAccounts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the provider accounts: whether they send, and their last fault in the words of the provider */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "accounts": [
           *         {
           *           "channel": "apns",
           *           "account": "sms:second",
           *           "provider": "vonage",
           *           "simulator": true,
           *           "stop": {
           *             "state": "paused",
           *             "why": "AUTH",
           *             "code": "InvalidProviderToken",
           *             "since": "2026-01-01T00:00:00.000Z",
           *             "until": "text"
           *           },
           *           "lastError": {
           *             "endedAt": "text",
           *             "code": "InvalidProviderToken",
           *             "why": "AUTH",
           *             "words": "403 InvalidProviderToken",
           *             "advice": "The relay refuses the log-in: check user and password.",
           *             "since": "2026-01-01T00:00:00.000Z",
           *             "at": "2026-01-01T00:00:05.000Z",
           *             "times": 3
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['AccountsDto'];
        };
      };
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  appAccountsTest: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "channel": "smtp",
         *       "account": "smtp:second",
         *       "to": "ann@example.com"
         *     }
         */
        'application/json': components['schemas']['AccountTestDto'];
      };
    };
    responses: {
      /** @description Tries the credentials of a provider account, within about 20 s. Without `to` nobody gets a message. A fault of the account is an answer, and no error */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "channel": "smtp",
           *       "account": "smtp",
           *       "works": true,
           *       "simulator": true,
           *       "paused": true,
           *       "steps": [
           *         {
           *           "name": "connection to smtp.example.com:587",
           *           "works": true,
           *           "words": "535 5.7.8 Username and Password not accepted",
           *           "fault": {
           *             "code": "535 5.7.8",
           *             "why": "AUTH",
           *             "kind": "credentials",
           *             "advice": "The relay refuses the log-in: check user and password."
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['AccountTestResultDto'];
        };
      };
      400: components['responses']['Refused400_2004_2009_2020_5005'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  appCategoriesRemove: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "names": [
         *         "News"
         *       ]
         *     }
         */
        'application/json': components['schemas']['EntryNamesDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  appCategoriesSave: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "categories": [
         *         {
         *           "name": "News"
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['CategoryInputsDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  appEvents: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the defined events: built-in and custom ones */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "standardEvents": [
           *         {
           *           "code": "OrderEvent",
           *           "eventName": "text",
           *           "label": "text",
           *           "eventDescription": "text",
           *           "baseEventCode": "text",
           *           "standardEvent": true,
           *           "appCategoryId": 1,
           *           "attributeDefinitions": [
           *             {
           *               "code": "age",
           *               "dataType": "INT",
           *               "name": "text",
           *               "label": "text",
           *               "description": "text",
           *               "locked": true,
           *               "array": true,
           *               "privateInfo": true,
           *               "mandatory": true,
           *               "recommRequired": true,
           *               "order": 1,
           *               "calculated": true,
           *               "options": [
           *                 {}
           *               ],
           *               "unit": "text",
           *               "createDate": 0,
           *               "updateDate": 0
           *             }
           *           ],
           *           "inheritedAttributes": [
           *             {
           *               "code": "age",
           *               "dataType": "INT",
           *               "name": "text",
           *               "label": "text",
           *               "description": "text",
           *               "locked": true,
           *               "array": true,
           *               "privateInfo": true,
           *               "mandatory": true,
           *               "recommRequired": true,
           *               "order": 1,
           *               "calculated": true,
           *               "options": [
           *                 {}
           *               ],
           *               "unit": "text",
           *               "createDate": 0,
           *               "updateDate": 0
           *             }
           *           ]
           *         }
           *       ],
           *       "customEvents": [
           *         {
           *           "code": "OrderEvent",
           *           "eventName": "text",
           *           "label": "text",
           *           "eventDescription": "text",
           *           "baseEventCode": "text",
           *           "standardEvent": true,
           *           "appCategoryId": 1,
           *           "attributeDefinitions": [
           *             {
           *               "code": "age",
           *               "dataType": "INT",
           *               "name": "text",
           *               "label": "text",
           *               "description": "text",
           *               "locked": true,
           *               "array": true,
           *               "privateInfo": true,
           *               "mandatory": true,
           *               "recommRequired": true,
           *               "order": 1,
           *               "calculated": true,
           *               "options": [
           *                 {}
           *               ],
           *               "unit": "text",
           *               "createDate": 0,
           *               "updateDate": 0
           *             }
           *           ],
           *           "inheritedAttributes": [
           *             {
           *               "code": "age",
           *               "dataType": "INT",
           *               "name": "text",
           *               "label": "text",
           *               "description": "text",
           *               "locked": true,
           *               "array": true,
           *               "privateInfo": true,
           *               "mandatory": true,
           *               "recommRequired": true,
           *               "order": 1,
           *               "calculated": true,
           *               "options": [
           *                 {}
           *               ],
           *               "unit": "text",
           *               "createDate": 0,
           *               "updateDate": 0
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['EventsDto'];
        };
      };
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  appProfileAttributes: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the profile attributes of users: built-in and custom ones */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "standardProfileAttributes": [
           *         {
           *           "code": "age",
           *           "dataType": "INT",
           *           "name": "text",
           *           "label": "text",
           *           "description": "text",
           *           "locked": true,
           *           "array": true,
           *           "privateInfo": true,
           *           "mandatory": true,
           *           "recommRequired": true,
           *           "order": 1,
           *           "calculated": true,
           *           "options": [
           *             {}
           *           ],
           *           "unit": "text",
           *           "createDate": 0,
           *           "updateDate": 0
           *         }
           *       ],
           *       "customProfileAttributes": [
           *         {
           *           "code": "age",
           *           "dataType": "INT",
           *           "name": "text",
           *           "label": "text",
           *           "description": "text",
           *           "locked": true,
           *           "array": true,
           *           "privateInfo": true,
           *           "mandatory": true,
           *           "recommRequired": true,
           *           "order": 1,
           *           "calculated": true,
           *           "options": [
           *             {}
           *           ],
           *           "unit": "text",
           *           "createDate": 0,
           *           "updateDate": 0
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ProfileAttributesDto'];
        };
      };
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  appProfileAttributesRemove: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "codes": [
         *         "plan"
         *       ]
         *     }
         */
        'application/json': components['schemas']['AttributeCodesDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  appProfileAttributesSave: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "attributes": [
         *         {
         *           "code": "plan",
         *           "dataType": "STRING",
         *           "options": [
         *             "free",
         *             "plus"
         *           ],
         *           "label": "Plan",
         *           "unit": "kg"
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['AttributeInputsDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  appSegments: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the definitions of segments */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "segments": [
           *         {
           *           "id": 1,
           *           "name": "Loyal customers",
           *           "type": "STANDARD",
           *           "target": {
           *             "tag": "Sport"
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SegmentDefinitionsDto'];
        };
      };
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  appSegmentsRemove: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "names": [
         *         "News"
         *       ]
         *     }
         */
        'application/json': components['schemas']['EntryNamesDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  appSegmentsSave: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "segments": [
         *         {
         *           "name": "Loyal customers",
         *           "type": "STANDARD",
         *           "target": {
         *             "profile": {
         *               "country": [
         *                 "TR",
         *                 "DE"
         *               ]
         *             },
         *             "tag": "Sport"
         *           }
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['SegmentInputsDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  appUnmatchedEvents: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists fired event names without a definition, and attributes that a defined event does not have; the most recent first */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "unmatchedEvents": [
           *         {
           *           "name": "shareevent",
           *           "attribute": "chanel",
           *           "count": 1,
           *           "firstSeen": 0,
           *           "lastSeen": 0,
           *           "lastExample": "text"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['UnmatchedEventsDto'];
        };
      };
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  changeSpeed: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "messageId": 0
         *       }
         *     ]
         */
        'application/json': components['schemas']['SpeedChangeDto'][];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_5003_5005'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  countUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Counts all users of the application */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "count": 184523
           *     }
           */
          'application/json': components['schemas']['CountAnswerDto'];
        };
      };
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  createNotificationDefinition: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Order shipped",
         *       "message": "Your order @{order} is on its way",
         *       "platforms": [
         *         "IOS",
         *         "ANDROID"
         *       ],
         *       "ios": {
         *         "mediaUrl": "https://shop.example/parcel.jpg"
         *       },
         *       "android": {
         *         "mediaUrl": "https://shop.example/parcel.jpg"
         *       },
         *       "click": {
         *         "deeplink": "shop://orders/@{order}"
         *       },
         *       "languages": {
         *         "tr": {
         *           "title": "Siparişiniz yolda",
         *           "text": "Siparişiniz @{order} yola çıktı"
         *         }
         *       }
         *     }
         */
        'application/json':
          | {
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
              /** @description Its fields may also stand beside it */
              message: components['schemas']['DefinitionDto'];
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
              platforms?: (
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
              /** @description The default text where `message` is left out */
              text?: string;
              /** @description Notifications of one thread are shown as a group (iOS, Android) */
              threadId?: string;
              /** @description Name of the definition; browsers and e-mails show it */
              title?: string;
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
            }
          | components['schemas']['DefinitionDto'];
      };
    };
    responses: {
      /** @description Stores a definition for later sends */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "notificationKey": 1000
           *     }
           */
          'application/json': components['schemas']['NotificationKeyDto'];
        };
      };
      400: components['responses']['Refused400_2004_2009_2020_2101_5006_5041_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  deleteProfileAttributes: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "profile": [
         *           "age",
         *           "name"
         *         ]
         *       }
         *     ]
         */
        'application/json': components['schemas']['DeleteAttributesDto'][];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  deleteProfileAttributeValue: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "key": "lastVisitedProducts",
         *         "value": "shirt"
         *       }
         *     ]
         */
        'application/json': components['schemas']['DeleteValueDto'][];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  deleteUsers: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "extIds": [
         *         "id1",
         *         "id2"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ExtIdsDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  deleteUsersPermanently: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "extIds": [
         *         "123456"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ErasureDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022_4000'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  disableChat: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "chatAddresses": [
         *         "telegram:123456789",
         *         "slack:U012ABCDEF"
         *       ],
         *       "extIds": [
         *         "id1",
         *         "id2"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ChatOptInDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  disableMail: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "emailList": [
         *         "jo@example.com"
         *       ],
         *       "extIds": [
         *         "id1",
         *         "id2"
         *       ]
         *     }
         */
        'application/json': components['schemas']['MailOptInDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  disablePush: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "extId": "id1"
         *     }
         */
        'application/json': components['schemas']['PushSubjectDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_5016'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  disableSms: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "msisdnList": [
         *         "+905321234567"
         *       ],
         *       "extIds": [
         *         "id1",
         *         "id2"
         *       ]
         *     }
         */
        'application/json': components['schemas']['SmsOptInDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  disableWhatsApp: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "wpNumbers": [
         *         "+905321234567"
         *       ],
         *       "extIds": [
         *         "id1",
         *         "id2"
         *       ]
         *     }
         */
        'application/json': components['schemas']['WhatsAppOptInDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  enableChat: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "chatAddresses": [
         *         "telegram:123456789",
         *         "slack:U012ABCDEF"
         *       ],
         *       "extIds": [
         *         "id1",
         *         "id2"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ChatOptInDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  enableMail: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "emailList": [
         *         "jo@example.com"
         *       ],
         *       "extIds": [
         *         "id1",
         *         "id2"
         *       ]
         *     }
         */
        'application/json': components['schemas']['MailOptInDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  enablePush: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "extId": "id1"
         *     }
         */
        'application/json': components['schemas']['PushSubjectDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_5016'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  enableSms: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "msisdnList": [
         *         "+905321234567"
         *       ],
         *       "extIds": [
         *         "id1",
         *         "id2"
         *       ]
         *     }
         */
        'application/json': components['schemas']['SmsOptInDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  enableWhatsApp: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "wpNumbers": [
         *         "+905321234567"
         *       ],
         *       "extIds": [
         *         "id1",
         *         "id2"
         *       ]
         *     }
         */
        'application/json': components['schemas']['WhatsAppOptInDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  endNotificationDefinitions: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "notificationKeys": [
         *         1000
         *       ]
         *     }
         */
        'application/json': components['schemas']['EndDefinitionsDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_5003_5005'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  exportPerson: {
    parameters: {
      query: {
        /** @description The client system's own id of the user */
        extId: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Exports everything about one person, also what is left of a deleted one */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "application": "shop",
           *       "extId": "id1",
           *       "exportedAt": "text",
           *       "user": {},
           *       "profile": {},
           *       "tags": [
           *         "text"
           *       ],
           *       "consents": {},
           *       "consentHistory": [
           *         {}
           *       ],
           *       "devices": [
           *         {}
           *       ],
           *       "formerDevices": [
           *         "text"
           *       ],
           *       "merges": [
           *         {}
           *       ],
           *       "suppressions": [
           *         {}
           *       ],
           *       "segments": [
           *         "text"
           *       ],
           *       "undefinedEvents": [
           *         {}
           *       ],
           *       "inbox": [
           *         {}
           *       ],
           *       "events": [
           *         {}
           *       ],
           *       "results": [
           *         {}
           *       ]
           *     }
           */
          'application/json': components['schemas']['PersonExportDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020_5016'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  exportResults: {
    parameters: {
      query?: {
        /** @description Not after, in epoch ms */
        end?: number;
        /** @description Only those of this user */
        extId?: string;
        /** @description `csv` (the default) with a line of names, or `ndjson`, one object a line */
        format?: 'csv' | 'ndjson';
        /** @description One campaign or definition; without it all of the application */
        notificationKey?: number;
        /** @description Not before, in epoch ms. Without it all that the application keeps */
        start?: number;
        /** @description Only these; without it SUCCESS and FAILED, then SKIPPED */
        status?: 'SUCCESS' | 'FAILED' | 'SKIPPED' | 'OPEN';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Exports results as CSV or NDJSON, also of those who were left out */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          'application/x-ndjson': string;
          /** @example text */
          'text/csv': string;
        };
      };
      400: components['responses']['Refused400_2004_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  fireEvents: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "extId": "id1",
         *         "name": "OrderEvent",
         *         "paymentMethod": "card",
         *         "itemCount": 2,
         *         "grandTotal": 40.5
         *       }
         *     ]
         */
        'application/json': components['schemas']['FiredEventDto'][];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  geofenceAdd: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Flagship store",
         *       "latitude": 41.0082,
         *       "longitude": 28.9784,
         *       "radius": 5,
         *       "groups": [
         *         "Stores"
         *       ]
         *     }
         */
        'application/json': components['schemas']['AddGeofenceDto'];
      };
    };
    responses: {
      /** @description Adds a geofence. Its title must be unique (5024) */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1000
           *     }
           */
          'application/json': components['schemas']['GeofenceIdDto'];
        };
      };
      400: components['responses']['Refused400_2004_2009_2020_5024'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  geofenceRemove: {
    parameters: {
      query: {
        /** @description Id of the geofence */
        id: number;
      };
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Removes a geofence. The response is true even if the id is unknown */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /** @example true */
          'application/json': boolean;
        };
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getAuditLog: {
    parameters: {
      query?: {
        /** @description Only actions that begin with this */
        action?: string;
        /** @description Only entries below this number; part of `nextPage` */
        before?: number;
        /** @description Entries of a page */
        max?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists who changed what: campaigns, approvals, keys, accounts, set-up, exports and erasures */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "nextPage": "text",
           *       "entries": [
           *         {
           *           "number": 17,
           *           "at": 0,
           *           "by": {
           *             "kind": "key",
           *             "id": "7",
           *             "name": "backend"
           *           },
           *           "action": "campaign.pause",
           *           "subject": "campaign 1234",
           *           "differences": [
           *             {
           *               "change": "change",
           *               "subject": "settings: timeZone",
           *               "from": "UTC",
           *               "to": "Europe/Istanbul"
           *             }
           *           ],
           *           "requestId": "text",
           *           "address": "10.0.0.7",
           *           "session": "text",
           *           "hash": "text"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['AuditLogDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getCampaign: {
    parameters: {
      query: {
        /** @description Key of the notification */
        notificationKey: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets a campaign: message, target, options, state and statistics */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "planned": 59020,
           *       "message": {
           *         "title": "Spring sale",
           *         "text": "Everything 20 % off today",
           *         "platforms": [
           *           "IOS",
           *           "ANDROID"
           *         ]
           *       },
           *       "target": {
           *         "type": "tag",
           *         "mode": "any",
           *         "names": [
           *           "Sport"
           *         ]
           *       },
           *       "options": {
           *         "localTime": "2030-02-01T15:30:00"
           *       },
           *       "notificationKey": 1,
           *       "status": "SENDING",
           *       "state": "STARTING",
           *       "dueAt": 0,
           *       "startDate": 0,
           *       "endDate": 0,
           *       "stats": [
           *         {
           *           "platform": "IOS",
           *           "sent": 1,
           *           "failed": 1,
           *           "clicked": 1
           *         }
           *       ],
           *       "leftOut": {
           *         "OPTED_OUT": 120,
           *         "NO_DEVICE": 4031
           *       },
           *       "title": "Spring sale",
           *       "platforms": [
           *         "IOS",
           *         "ANDROID"
           *       ],
           *       "labels": "sale",
           *       "createdAt": 0
           *     }
           */
          'application/json': components['schemas']['CampaignDetailDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020_5003'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getCampaigns: {
    parameters: {
      query?: {
        /** @description Only keys below this one; part of `nextPage` */
        before?: number;
        /** @description Entries of a page */
        max?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the campaigns with state and statistics, the newest first, page by page */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "nextPage": "text",
           *       "list": [
           *         {
           *           "title": "Spring sale",
           *           "platforms": [
           *             "IOS",
           *             "ANDROID"
           *           ],
           *           "labels": "sale",
           *           "createdAt": 0,
           *           "notificationKey": 1,
           *           "status": "SENDING",
           *           "state": "STARTING",
           *           "dueAt": 0,
           *           "startDate": 0,
           *           "endDate": 0,
           *           "stats": [
           *             {
           *               "platform": "IOS",
           *               "sent": 1,
           *               "failed": 1,
           *               "clicked": 1
           *             }
           *           ],
           *           "leftOut": {
           *             "OPTED_OUT": 120,
           *             "NO_DEVICE": 4031
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['CampaignListDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getCategoryPreferences: {
    parameters: {
      query?: {
        /** @description The same as `extId` */
        externalId?: string;
        /** @description The client system's own id of the user */
        extId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the category preferences of a user */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "categoryPreferences": {
           *         "News": true,
           *         "Offers": false
           *       }
           *     }
           */
          'application/json': components['schemas']['PreferencesDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020_5016'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getConsentHistory: {
    parameters: {
      query: {
        /** @description The client system's own id of the user */
        extId: string;
        /** @description Lines of a page */
        max?: number;
        /** @description Cursor from `nextPage` */
        offset?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the changes of consent of a user, newest first */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "extId": "text",
           *       "list": [
           *         {
           *           "timeStamp": 0,
           *           "subject": "EMAIL",
           *           "category": "text",
           *           "installationId": "0x3k9ab",
           *           "permitted": false,
           *           "source": "API",
           *           "by": "backend"
           *         }
           *       ],
           *       "nextPage": "text"
           *     }
           */
          'application/json': components['schemas']['ConsentHistoryDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020_5016'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getDevices: {
    parameters: {
      query: {
        /** @description The client system's own id of the user */
        extId: string;
        /** @description true: only devices that are opted in */
        pushPermitted?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the devices of a user */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "extId": "text",
           *       "devices": [
           *         {
           *           "platform": "ANDROID",
           *           "token": "text",
           *           "deviceModel": "Pixel 5",
           *           "pushPermitted": true
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['DevicesDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020_5016'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getDeviceTokens: {
    parameters: {
      query?: {
        /** @description Cursor; part of `nextPage` */
        after?: string;
        /** @description Devices of a page */
        max?: number;
        /** @description Devices to leave out before the page */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists all devices with a token, page by page */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "nextPage": "text",
           *       "total": 1,
           *       "devices": [
           *         {
           *           "platform": "ANDROID",
           *           "token": "text",
           *           "deviceModel": "Pixel 5",
           *           "pushPermitted": true
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['DeviceTokensDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getEngagement: {
    parameters: {
      query: {
        /** @description Adds all provider callbacks about the messages to this user */
        extId?: string;
        /** @description Key of a campaign or definition */
        notificationKey: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets opens of e-mails, clicks by button, and provider callbacks */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "notificationKey": 1000,
           *       "arrivals": [
           *         {
           *           "platform": "IOS",
           *           "received": 1
           *         }
           *       ],
           *       "opens": [
           *         {
           *           "platform": "EMAIL",
           *           "opened": 1
           *         }
           *       ],
           *       "buttons": [
           *         {
           *           "platform": "CHROME",
           *           "button": "0",
           *           "clicked": 1
           *         }
           *       ],
           *       "late": [
           *         {
           *           "platform": "EMAIL",
           *           "kind": "bounce",
           *           "code": "5.1.1",
           *           "recipients": 1
           *         }
           *       ],
           *       "told": [
           *         {
           *           "platform": "EMAIL",
           *           "kind": "bounce",
           *           "code": "5.1.1",
           *           "detail": "5.1.1 smtp; 550 5.1.1 no such user",
           *           "timeStamp": 0
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['EngagementDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020_5003'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getErasureReceipts: {
    parameters: {
      query: {
        /** @description The client system's own id of the user */
        extId: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the receipts of erasures of an extId, newest first, at most 1000 */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "receipts": [
           *         {
           *           "receiptId": "5e0c3ad4-64b1-4c6b-8a53-3b1f5f0e7a11",
           *           "erasedAt": 0,
           *           "users": 1,
           *           "counts": {}
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ReceiptsDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getImport: {
    parameters: {
      query: {
        /** @description From `importUsers` */
        importId: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Shows how far an import is, and what became of its lines */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "importId": 17,
           *       "state": "RUNNING",
           *       "fault": "The file has no column 'id'",
           *       "dryRun": true,
           *       "format": "csv",
           *       "size": 204800000,
           *       "position": 20480000,
           *       "lines": 100000,
           *       "skipped": 120,
           *       "refused": 7,
           *       "created": 90000,
           *       "changed": 9000,
           *       "unchanged": 873,
           *       "repeated": 0,
           *       "linesPerSecond": 5210,
           *       "secondsLeft": 173,
           *       "createdAt": 0,
           *       "finishedAt": 0
           *     }
           */
          'application/json': components['schemas']['ImportDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020_5003'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getImportRefusals: {
    parameters: {
      query: {
        /** @description Only later lines; from `nextPage` */
        after?: number;
        /** @description From `importUsers` */
        importId: number;
        /** @description Lines of a page */
        max?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the lines that an import refused: line, field and reason, at most 100,000 */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "nextPage": "text",
           *       "list": [
           *         {
           *           "line": 41,
           *           "field": "profile.age",
           *           "reason": "Field 'profile.age' should be of type INT"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ImportRefusalsDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020_5003'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getImports: {
    parameters: {
      query?: {
        /** @description Only earlier ones; from `nextPage` */
        before?: number;
        /** @description Imports of a page */
        max?: number;
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
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "nextPage": "text",
           *       "list": [
           *         {
           *           "importId": 17,
           *           "state": "RUNNING",
           *           "fault": "The file has no column 'id'",
           *           "dryRun": true,
           *           "format": "csv",
           *           "size": 204800000,
           *           "position": 20480000,
           *           "lines": 100000,
           *           "skipped": 120,
           *           "refused": 7,
           *           "created": 90000,
           *           "changed": 9000,
           *           "unchanged": 873,
           *           "repeated": 0,
           *           "linesPerSecond": 5210,
           *           "secondsLeft": 173,
           *           "createdAt": 0,
           *           "finishedAt": 0
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ImportsDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getNotificationDefinition: {
    parameters: {
      query: {
        /** @description Key of the notification */
        notificationKey: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets a definition, in the form in which it can be changed */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "definition": {
           *         "title": "Order shipped",
           *         "message": "Your order @{order} is on its way",
           *         "platforms": [
           *           "IOS",
           *           "ANDROID"
           *         ],
           *         "click": {
           *           "deeplink": "shop://orders/@{order}"
           *         },
           *         "ios": {
           *           "mediaUrl": "https://shop.example/parcel.png"
           *         },
           *         "languages": {
           *           "tr": {
           *             "title": "Siparişiniz yolda",
           *             "text": "Siparişiniz @{order} yola çıktı"
           *           }
           *         }
           *       },
           *       "notificationKey": 1000,
           *       "title": "Order shipped",
           *       "platforms": [
           *         "IOS",
           *         "ANDROID"
           *       ],
           *       "labels": "orders",
           *       "createdAt": 0,
           *       "updatedAt": 0,
           *       "endedAt": 0
           *     }
           */
          'application/json': components['schemas']['StoredDefinitionDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020_5003'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getNotificationDefinitions: {
    parameters: {
      query?: {
        /** @description Only keys below this one; part of `nextPage` */
        before?: number;
        /** @description Entries of a page */
        max?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the definitions, the newest first, page by page */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "nextPage": "text",
           *       "list": [
           *         {
           *           "notificationKey": 1000,
           *           "title": "Order shipped",
           *           "platforms": [
           *             "IOS",
           *             "ANDROID"
           *           ],
           *           "labels": "orders",
           *           "createdAt": 0,
           *           "updatedAt": 0,
           *           "endedAt": 0
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['DefinitionListDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getProfileAttributes: {
    parameters: {
      query: {
        /** @description The client system's own id of the user */
        extId: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets the attributes of a user; without the scope `private` those that are not private */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "extId": "text",
           *       "profile": {}
           *     }
           */
          'application/json': components['schemas']['ProfileDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020_5016'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getPushCategories: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the categories of messages */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "categories": [
           *         {
           *           "id": 1,
           *           "name": "News"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['CategoriesDto'];
        };
      };
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getPushResult: {
    parameters: {
      query?: {
        /** @description Epoch milliseconds */
        end?: number;
        /** @description Only results of this user */
        extId?: string;
        /** @description Results of a page */
        max?: number;
        /** @description Only results of this campaign or definition */
        notificationKey?: number;
        /** @description Cursor from `nextPage` */
        offset?: string;
        /** @description Without `start` and `end`: the last two weeks */
        start?: number;
        /** @description Only these. SKIPPED: who matched the target and got no message, with the reason. OPEN: who still waits, with the last error. Without it the final results of those who were sent to */
        status?: 'SUCCESS' | 'FAILED' | 'SKIPPED' | 'OPEN';
        /** @description Device token */
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the results of recipients */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "nextPage": "text",
           *       "list": [
           *         {
           *           "platform": "IOS",
           *           "status": "SUCCESS",
           *           "errorCode": "text",
           *           "errorMsg": "INVALID_TOKEN",
           *           "errorDetail": "getaddrinfo ENOTFOUND smtp.exmaple.com",
           *           "nextAttempt": 0,
           *           "account": "sms:second",
           *           "installationId": "text",
           *           "extId": "text",
           *           "token": "text",
           *           "timeStamp": 0,
           *           "msgTitle": "text",
           *           "msgText": "Hi Ann, your order is on its way"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ResultsDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getPushStats: {
    parameters: {
      query?: {
        /** @description End of the period */
        end?: number;
        /** @description One campaign or definition */
        notificationKey?: number;
        /** @description With `end`: all notifications with a send in this period */
        start?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets the statistics of one notification, or of all that were sent in a period */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "notificationKey": 1,
           *       "status": "SENDING",
           *       "state": "STARTING",
           *       "dueAt": 0,
           *       "startDate": 0,
           *       "endDate": 0,
           *       "stats": [
           *         {
           *           "platform": "IOS",
           *           "sent": 1,
           *           "failed": 1,
           *           "clicked": 1
           *         }
           *       ],
           *       "leftOut": {
           *         "OPTED_OUT": 120,
           *         "NO_DEVICE": 4031
           *       }
           *     }
           */
          'application/json': components['schemas']['StatisticsDto'] | components['schemas']['StatisticsListDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020_5003'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getSegments: {
    parameters: {
      query?: never;
      header?: {
        /** @description Only users with a device of this platform. `svc` is the name of the service, as in the key header */
        'X-svc-os'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists segments with the number of their members */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "list": [
           *         {
           *           "id": 5883,
           *           "name": "adults",
           *           "userCount": 16572,
           *           "type": "STANDARD",
           *           "state": "WAITING",
           *           "reason": "A prediction needs 30 customers who bought on two days or more",
           *           "calculatedAt": 0
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SegmentsDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getSegmentUsers: {
    parameters: {
      query: {
        /** @description Cursor from `nextPage` */
        after?: number;
        /** @description Id of the segment */
        id: number;
        /** @description Entries of a page; less than 100 gives 100 */
        max?: number;
        /** @description Members to leave out before the page */
        offset?: number;
      };
      header?: {
        /** @description Only users with a device of this platform. `svc` is the name of the service, as in the key header */
        'X-svc-os'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the members of a segment, page by page */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "nextPage": "text",
           *       "name": "adults",
           *       "list": [
           *         {
           *           "externalId": "user_123",
           *           "msisdn": "+905312345678",
           *           "email": "user@example.com"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SegmentUsersDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020_5042'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getSuppressions: {
    parameters: {
      query: {
        /** @description Only entries of this channel */
        channel: 'email' | 'sms' | 'whatsapp' | 'chat';
        /** @description Lines of a page */
        max?: number;
        /** @description Cursor from `nextPage` */
        offset?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists the suppressed addresses of a channel, with their reasons */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "nextPage": "text",
           *       "list": [
           *         {
           *           "address": "jo@example.com",
           *           "reason": "COMPLAINT",
           *           "detail": "550 5.1.1 no such user",
           *           "timeStamp": 0
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SuppressionsDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getUser: {
    parameters: {
      query: {
        /** @description The client system's own id of the user */
        extId: string;
        /** @description How many of the last results are shown; 0: none */
        results?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets a user with profile, devices, tags, consents, segments and last results */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "extId": "id1",
           *       "createdAt": 0,
           *       "updatedAt": 0,
           *       "profile": {
           *         "name": "Jo",
           *         "email": "jo@example.com",
           *         "age": 34
           *       },
           *       "tags": [
           *         "Sport"
           *       ],
           *       "consent": {
           *         "email": true,
           *         "sms": true,
           *         "categories": {
           *           "News": true
           *         }
           *       },
           *       "suppressions": [
           *         {
           *           "channel": "email",
           *           "reason": "UNSUBSCRIBED",
           *           "detail": "text",
           *           "addedAt": 0
           *         }
           *       ],
           *       "devices": [
           *         {
           *           "installationId": "text",
           *           "platform": "ANDROID",
           *           "token": "text",
           *           "pushPermitted": true,
           *           "deviceModel": "Pixel 5",
           *           "osVersion": "14",
           *           "appVersion": "3.1.0",
           *           "language": "tr",
           *           "timeZone": "Europe/Istanbul",
           *           "country": "TR",
           *           "createdAt": 0,
           *           "lastActiveAt": 0,
           *           "retiredAt": 0,
           *           "retiredReason": "INVALID_TOKEN",
           *           "location": {
           *             "latitude": 41.01,
           *             "longitude": 28.97
           *           }
           *         }
           *       ],
           *       "segments": [
           *         "Loyal customers"
           *       ],
           *       "results": [
           *         {
           *           "platform": "IOS",
           *           "status": "SUCCESS",
           *           "errorCode": "text",
           *           "errorMsg": "INVALID_TOKEN",
           *           "errorDetail": "getaddrinfo ENOTFOUND smtp.exmaple.com",
           *           "nextAttempt": 0,
           *           "account": "sms:second",
           *           "installationId": "text",
           *           "extId": "text",
           *           "token": "text",
           *           "timeStamp": 0,
           *           "msgTitle": "text",
           *           "msgText": "Hi Ann, your order is on its way"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['UserOverviewDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020_5016'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  getWaitingApprovals: {
    parameters: {
      query?: {
        /** @description Only numbers above this one; part of `nextPage` */
        after?: number;
        /** @description Sends of a page */
        max?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lists campaigns and sends that wait for approval, the oldest first */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "nextPage": "text",
           *       "approvals": [
           *         {
           *           "messageId": 1000,
           *           "kind": "campaign",
           *           "notificationKeys": [
           *             1000
           *           ],
           *           "author": {
           *             "kind": "key",
           *             "id": "7",
           *             "name": "backend"
           *           },
           *           "askedAt": 0,
           *           "needed": 2,
           *           "given": 1,
           *           "self": true
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['WaitingApprovalsDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  importUsers: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "file": "extId\nid1\n",
         *       "format": "csv",
         *       "mapping": "{\"fields\":{\"extId\":\"extId\"}}",
         *       "consent": "Signed at the counter in May"
         *     }
         */
        'multipart/form-data': {
          /**
           * @description From where the consent of the rows comes, in words, for the history of consent. The panel asks for it where the mapping has addresses or consent
           * @example Signed at the counter in May
           */
          consent?: string;
          /**
           * @description Tells what would change, and changes no user
           * @enum {string}
           */
          dryRun?: 'true' | 'false';
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
      /** @description Stores a file of users and imports it in the background */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "importId": 17,
           *       "state": "RUNNING",
           *       "fault": "The file has no column 'id'",
           *       "dryRun": true,
           *       "format": "csv",
           *       "size": 204800000,
           *       "position": 20480000,
           *       "lines": 100000,
           *       "skipped": 120,
           *       "refused": 7,
           *       "created": 90000,
           *       "changed": 9000,
           *       "unchanged": 873,
           *       "repeated": 0,
           *       "linesPerSecond": 5210,
           *       "secondsLeft": 173,
           *       "createdAt": 0,
           *       "finishedAt": 0
           *     }
           */
          'application/json': components['schemas']['ImportDto'];
        };
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  inboxGet: {
    parameters: {
      query: {
        /** @description `pushInstanceId` of the message */
        piid: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gets one message of an inbox */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "msgId": 1,
           *       "extID": "text",
           *       "pushInstanceId": 1,
           *       "title": "text",
           *       "message": "text",
           *       "status": "READ",
           *       "sts": 0,
           *       "deeplink": "text",
           *       "url": "text",
           *       "androidMediaUrl": "text",
           *       "iosMediaUrl": "text",
           *       "androidThumbnail": "text",
           *       "personalizedMsg": "text",
           *       "personalizedTitle": "text",
           *       "subText": "text",
           *       "customParams": {},
           *       "ctg": [
           *         1
           *       ],
           *       "lbl": [
           *         "text"
           *       ]
           *     }
           */
          'application/json': components['schemas']['InboxMessageDto'];
        };
      };
      400: components['responses']['Refused400_2004_2020_5003'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  inboxGetAllInbox: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "extId": "id1",
         *       "status": 3
         *     }
         */
        'application/json': components['schemas']['GetAllInboxDto'];
      };
    };
    responses: {
      /** @description Lists the inbox of a user, newest first */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "msgs": [
           *         {
           *           "msgId": 1,
           *           "extID": "text",
           *           "pushInstanceId": 1,
           *           "title": "text",
           *           "message": "text",
           *           "status": "READ",
           *           "sts": 0,
           *           "subText": "text"
           *         }
           *       ],
           *       "cnts": {
           *         "1": 1,
           *         "2": 1,
           *         "4": 1
           *       },
           *       "prms": {
           *         "index": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['InboxPageDto'];
        };
      };
      400: components['responses']['Refused400_2001_2004_2009_2020_5016'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  inboxStatusChange: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "extId": "id1",
         *       "piids": [
         *         2584151
         *       ],
         *       "st": 1
         *     }
         */
        'application/json': components['schemas']['ChangeStatusDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_5016'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  pauseNotification: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "messageId": 0
         *       }
         *     ]
         */
        'application/json': components['schemas']['CampaignDto'][];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_5003_5005'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  pullProfileAttributes: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "extId": "id1",
         *         "profile": {
         *           "lastVisitedCategories": [
         *             "shopping"
         *           ]
         *         }
         *       }
         *     ]
         */
        'application/json': components['schemas']['ElementsDto'][];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  pushProfileAttributes: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "extId": "id1",
         *         "profile": {
         *           "lastVisitedCategories": [
         *             "shopping"
         *           ]
         *         }
         *       }
         *     ]
         */
        'application/json': components['schemas']['ElementsDto'][];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  registerUsers: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "extId": "id1",
         *         "platform": "ANDROID",
         *         "deviceToken": "token1",
         *         "pushPermitted": true,
         *         "deviceModel": "Pixel 5",
         *         "osVersion": "14",
         *         "appVersion": "3.1.0",
         *         "timeZone": "Europe/Istanbul",
         *         "language": "tr",
         *         "country": "TR",
         *         "email": "jo@example.com",
         *         "msisdn": "+905321234567",
         *         "wpNumber": "+905321234567",
         *         "chatAddress": "telegram:123456789"
         *       }
         *     ]
         */
        'application/json': components['schemas']['RegisterUserDto'][];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  removeEmail: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "extId": "id1"
         *     }
         */
        'application/json': components['schemas']['RemoveEmailDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  removeMsisdn: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "extId": "id1"
         *     }
         */
        'application/json': components['schemas']['RemoveMsisdnDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  removeSuppressions: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "channel": "email",
         *       "addresses": [
         *         "jo@example.com"
         *       ]
         *     }
         */
        'application/json': components['schemas']['RemoveSuppressionsDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  removeTesters: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "extId": "id1",
         *       "email": "jo@example.com"
         *     }
         */
        'application/json': components['schemas']['TesterDto'] | components['schemas']['TesterDto'][];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  resumeNotification: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "messageId": 0
         *       }
         *     ]
         */
        'application/json': components['schemas']['CampaignDto'][];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_5003_5005'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sendBulkNotification: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "message": {
         *         "title": "Spring sale",
         *         "text": "Everything 20 % off today",
         *         "personalizedMessage": "@{name}, everything 20 % off today",
         *         "platforms": [
         *           "IOS",
         *           "ANDROID"
         *         ],
         *         "ios": {
         *           "mediaUrl": "https://shop.example/sale.jpg"
         *         },
         *         "android": {
         *           "mediaUrl": "https://shop.example/sale.jpg"
         *         },
         *         "click": {
         *           "deeplink": "shop://sale"
         *         },
         *         "languages": {
         *           "tr": {
         *             "title": "Bahar indirimi",
         *             "text": "Bugün her şey % 20 indirimli"
         *           }
         *         }
         *       },
         *       "target": {
         *         "tag": {
         *           "$or": [
         *             "Sport",
         *             "Art"
         *           ]
         *         }
         *       },
         *       "schedule": {
         *         "startTime": "2030-02-01T15:30:00",
         *         "localTimezone": true
         *       }
         *     }
         */
        'application/json':
          | {
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
               * Format: int64
               * @description Users at most, drawn at random
               */
              limit?: number;
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
              /** @description Its fields may also stand beside it */
              message: components['schemas']['BulkMessageDto'];
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
              platforms?: (
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
              /** @description When it is sent; absent: now */
              schedule?: components['schemas']['ScheduleDto'];
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
              /** @description How fast it goes; absent: as fast as the providers take it */
              speed?: components['schemas']['SpeedDto'];
              /** @description Of an e-mail; the title where it is left out */
              subject?: string;
              /** @description Several forms are combined with AND */
              target: components['schemas']['BulkTargetDto'];
              /** @description Text that users see; the HTML of an e-mail */
              text?: string;
              /** @description Notifications of one thread are shown as a group (iOS, Android) */
              threadId?: string;
              /** @description Name of the campaign; browsers and e-mails show it */
              title?: string;
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
            }
          | components['schemas']['BulkNotificationDto'];
      };
    };
    responses: {
      /** @description Sends a campaign to all users that match a target */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "notificationKey": 1000
           *     }
           */
          'application/json': components['schemas']['NotificationKeyDto'];
        };
      };
      400: components['responses']['Refused400_2004_2009_2020_2101_5006_5041_5042_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sendBulkNotificationDryRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "message": {
         *         "title": "Spring sale",
         *         "text": "Everything 20 % off today",
         *         "personalizedMessage": "@{name}, everything 20 % off today",
         *         "platforms": [
         *           "IOS",
         *           "ANDROID"
         *         ],
         *         "ios": {
         *           "mediaUrl": "https://shop.example/sale.jpg"
         *         },
         *         "android": {
         *           "mediaUrl": "https://shop.example/sale.jpg"
         *         },
         *         "click": {
         *           "deeplink": "shop://sale"
         *         },
         *         "languages": {
         *           "tr": {
         *             "title": "Bahar indirimi",
         *             "text": "Bugün her şey % 20 indirimli"
         *           }
         *         }
         *       },
         *       "target": {
         *         "tag": {
         *           "$or": [
         *             "Sport",
         *             "Art"
         *           ]
         *         }
         *       },
         *       "schedule": {
         *         "startTime": "2030-02-01T15:30:00",
         *         "localTimezone": true
         *       }
         *     }
         */
        'application/json':
          | {
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
               * Format: int64
               * @description Users at most, drawn at random
               */
              limit?: number;
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
              /** @description Its fields may also stand beside it */
              message: components['schemas']['BulkMessageDto'];
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
              platforms?: (
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
              /** @description When it is sent; absent: now */
              schedule?: components['schemas']['ScheduleDto'];
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
              /** @description How fast it goes; absent: as fast as the providers take it */
              speed?: components['schemas']['SpeedDto'];
              /** @description Of an e-mail; the title where it is left out */
              subject?: string;
              /** @description Several forms are combined with AND */
              target: components['schemas']['BulkTargetDto'];
              /** @description Text that users see; the HTML of an e-mail */
              text?: string;
              /** @description Notifications of one thread are shown as a group (iOS, Android) */
              threadId?: string;
              /** @description Name of the campaign; browsers and e-mails show it */
              title?: string;
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
            }
          | components['schemas']['BulkNotificationDto'];
      };
    };
    responses: {
      /** @description Forecasts the result of sendBulkNotification with this body. Nothing is stored or sent. Without the scope `private` there are no samples */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "users": 5000,
           *       "planned": 4120,
           *       "examined": 4120,
           *       "platforms": [
           *         {
           *           "platform": "IOS",
           *           "channel": "apns",
           *           "planned": 4120,
           *           "examined": 4120,
           *           "ready": 4098,
           *           "waiting": 0,
           *           "wait": {
           *             "state": "paused",
           *             "why": "AUTH",
           *             "code": "InvalidProviderToken",
           *             "until": "text"
           *           },
           *           "lastError": {
           *             "code": "InvalidProviderToken",
           *             "why": "AUTH",
           *             "words": "403 InvalidProviderToken",
           *             "advice": "The relay refuses the log-in: check user and password.",
           *             "since": "2026-01-01T00:00:00.000Z",
           *             "at": "2026-01-01T00:00:05.000Z",
           *             "times": 3
           *           },
           *           "skipped": {
           *             "CATEGORY_OPTED_OUT": 22
           *           },
           *           "failed": {},
           *           "placeholders": {
           *             "defaults": 12,
           *             "plainText": 40,
           *             "leftOut": 0,
           *             "missing": {
           *               "name": 52
           *             }
           *           }
           *         }
           *       ],
           *       "unserved": [
           *         "WP"
           *       ],
           *       "samples": [
           *         {
           *           "platform": "IOS",
           *           "payload": {
           *             "aps": {
           *               "alert": {
           *                 "title": "Sale"
           *               }
           *             }
           *           }
           *         }
           *       ],
           *       "expected": {
           *         "seconds": 600,
           *         "by": "speed"
           *       },
           *       "schedule": {
           *         "dueAt": "2030-02-01T12:30:00.000Z",
           *         "timeZone": "Europe/Istanbul"
           *       },
           *       "misspelt": [
           *         {
           *           "field": "scheduel",
           *           "known": "schedule"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['DryRunDto'];
        };
      };
      400: components['responses']['Refused400_2004_2009_2020_2101_5006_5041_5042_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sendEmailAndSms: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "target": {
         *         "email": "ann@example.com"
         *       },
         *       "platforms": [
         *         "EMAIL"
         *       ],
         *       "title": "Order shipped",
         *       "message": "<p>Your order is on its way</p>",
         *       "from": "shop@example.com",
         *       "senderName": "Shop",
         *       "subject": "Your order is on its way"
         *     }
         */
        'application/json':
          | {
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
              /** @description Its fields may also stand beside it */
              message: components['schemas']['DirectContentDto'];
              /**
               * @description With `@{attribute}` or `@{attribute|default}` for values of the user. Without a value the plain text is sent
               * @example Hi @{name|there}, you have @{points} points
               */
              personalizedMessage?: string;
              /** @description As `personalizedMessage`. Without a value the plain sub text is sent, or none */
              personalizedSubText?: string;
              /** @description Title of web pushes, as `personalizedMessage`. Without a value nothing is sent */
              personalizedTitle?: string;
              /** @description EMAIL or SMS or WHATSAPP or CHAT */
              platforms?: ('EMAIL' | 'SMS' | 'WHATSAPP' | 'CHAT')[];
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
              /** @description Of an e-mail the email, of a text message the msisdn */
              target: components['schemas']['AddressDto'];
              /** @description The default text where `message` is left out */
              text?: string;
              /** @description Notifications of one thread are shown as a group (iOS, Android) */
              threadId?: string;
              /** @description Name of the message; the subject of an e-mail without `subject` */
              title?: string;
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
            }
          | components['schemas']['DirectSendDto'];
      };
    };
    responses: {
      /** @description Sends an e-mail or a text message to one address */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "notificationKey": 1000
           *     }
           */
          'application/json': components['schemas']['NotificationKeyDto'];
        };
      };
      400: components['responses']['Refused400_2004_2009_2020_2101_5041_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sendEmailWithAttachment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "mailAttachment": [
         *         "text"
         *       ],
         *       "to": "ann@example.com",
         *       "notificationKey": "1000",
         *       "message": "{\"params\": {\"order\": \"A-17\"}}"
         *     }
         */
        'multipart/form-data': components['schemas']['SendWithFilesDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_5003_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sendNotification: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "notificationKey": "1000",
         *       "target": {
         *         "extId": "id1"
         *       },
         *       "message": {
         *         "params": {
         *           "order": "A-17"
         *         }
         *       }
         *     }
         */
        'application/json':
          components['schemas']['SendNotificationDto'] | components['schemas']['SendNotificationDto'][];
      };
    };
    responses: {
      /** @description Sends a stored notification to named users or devices. With X-Approval-Id the request waits for approval */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /** @example {} */
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['Refused400_2004_2009_2020_2101_5003_5005_5006_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  sendPushApproval: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "messageId": 0
         *       }
         *     ]
         */
        'application/json': components['schemas']['ApprovalDto'][];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_5003_5005_5008'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  setCategoryPreferences: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "extId": "id1",
         *         "category": "Shopping",
         *         "enable": true
         *       }
         *     ]
         */
        'application/json': components['schemas']['SetPreferenceDto'][];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  setProfileAttributes: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "extId": "id1",
         *         "profile": {
         *           "name": "Jo",
         *           "age": 34
         *         }
         *       }
         *     ]
         */
        'application/json': components['schemas']['SetProfileDto'][];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  smsSegments: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "message": "Your order 1234 is on its way"
         *     }
         */
        'application/json': components['schemas']['SmsTextDto'];
      };
    };
    responses: {
      /** @description Counts the segments of a text. Placeholders count as written */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "encoding": "GSM-7",
           *       "segments": 1,
           *       "characters": 29,
           *       "perSegment": 160
           *     }
           */
          'application/json': components['schemas']['SmsSegmentsDto'];
        };
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  stopImport: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "importId": 17
         *     }
         */
        'application/json': components['schemas']['ImportIdDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_5003_5005'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  stopNotification: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "messageId": 0
         *       }
         *     ]
         */
        'application/json': components['schemas']['CampaignDto'][];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_5003_5005'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  tagUsers: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "tag": "Sport",
         *       "extIds": [
         *         "id1",
         *         "id2"
         *       ]
         *     }
         */
        'application/json': components['schemas']['TagUsersDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  targetingCount: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "target": {
         *         "profile": {
         *           "favoriteFootballPlayers": [
         *             "15",
         *             "23"
         *           ]
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['CountDto'];
      };
    };
    responses: {
      /** @description Counts users with the given attributes. The header X-As-Of has the time of the count, in epoch milliseconds */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "count": 184523
           *     }
           */
          'application/json': components['schemas']['CountAnswerDto'];
        };
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  targetingCountBatch: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "groupBy": {
         *         "profile": "age",
         *         "buckets": [
         *           [
         *             18,
         *             24
         *           ],
         *           [
         *             25,
         *             34
         *           ]
         *         ]
         *       },
         *       "values": [
         *         "352481",
         *         "15",
         *         "23"
         *       ]
         *     }
         */
        'application/json': components['schemas']['CountBatchDto'];
      };
    };
    responses: {
      /** @description Counts users by the value of an attribute. The header X-As-Of has the time of the count, in epoch milliseconds */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "counts": {
           *         "15": 9210,
           *         "23": 4487
           *       }
           *     }
           */
          'application/json': components['schemas']['CountBatchAnswerDto'];
        };
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  targetingExplain: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "extId": "user_123",
         *       "target": {
         *         "profile": {
         *           "city": "Izmir"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['ExplainDto'];
      };
    };
    responses: {
      /** @description Explains which clauses of a target, a segment or a sent notification match a user */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "target": {
           *         "clause": "profile",
           *         "matches": true,
           *         "wanted": {
           *           "code": "age",
           *           "values": [
           *             34
           *           ]
           *         },
           *         "found": 21,
           *         "of": [
           *           {}
           *         ]
           *       },
           *       "segment": {
           *         "name": "adults",
           *         "type": "STANDARD",
           *         "member": true,
           *         "calculatedAt": "2026-01-01T00:00:00.000Z",
           *         "rule": {
           *           "clause": "profile",
           *           "matches": true,
           *           "wanted": {
           *             "code": "age",
           *             "values": [
           *               34
           *             ]
           *           },
           *           "found": 21,
           *           "of": [
           *             {}
           *           ]
           *         },
           *         "score": "text"
           *       },
           *       "notification": {
           *         "target": {
           *           "clause": "profile",
           *           "matches": true,
           *           "wanted": {
           *             "code": "age",
           *             "values": [
           *               34
           *             ]
           *           },
           *           "found": 21,
           *           "of": [
           *             {}
           *           ]
           *         },
           *         "outlook": [
           *           {
           *             "platform": "IOS",
           *             "channel": "apns",
           *             "planned": 4120,
           *             "examined": 4120,
           *             "ready": 4098,
           *             "waiting": 0,
           *             "wait": {
           *               "state": "paused",
           *               "why": "AUTH",
           *               "code": "InvalidProviderToken",
           *               "until": "text"
           *             },
           *             "lastError": {
           *               "code": "InvalidProviderToken",
           *               "why": "AUTH",
           *               "words": "403 InvalidProviderToken",
           *               "advice": "The relay refuses the log-in: check user and password.",
           *               "since": "2026-01-01T00:00:00.000Z",
           *               "at": "2026-01-01T00:00:05.000Z",
           *               "times": 3
           *             },
           *             "skipped": {
           *               "CATEGORY_OPTED_OUT": 22
           *             },
           *             "failed": {},
           *             "placeholders": {
           *               "defaults": 12,
           *               "plainText": 40,
           *               "leftOut": 0,
           *               "missing": {
           *                 "name": 52
           *               }
           *             }
           *           }
           *         ],
           *         "results": [
           *           {
           *             "platform": "IOS",
           *             "status": "SKIPPED",
           *             "reason": "NO_DEVICE",
           *             "code": "ENOTFOUND",
           *             "detail": "getaddrinfo ENOTFOUND smtp.exmaple.com",
           *             "nextAttempt": "2026-01-01T00:01:00.000Z",
           *             "at": "2026-01-01T00:00:00.000Z"
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': components['schemas']['ExplanationDto'];
        };
      };
      400: components['responses']['Refused400_2004_2009_2020_5003_5016_5042_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  unsetProfileAttributes: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "extId": "id1",
         *         "profile": [
         *           "age",
         *           "name"
         *         ]
         *       }
         *     ]
         */
        'application/json': components['schemas']['UnsetProfileDto'][];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  untagUsers: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "tag": "Sport",
         *       "extIds": [
         *         "id1",
         *         "id2"
         *       ]
         *     }
         */
        'application/json': components['schemas']['TagUsersDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  updateChat: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "extId": "id1",
         *       "chatAddress": "telegram:123456789"
         *     }
         */
        'application/json': components['schemas']['UpdateChatDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  updateEmail: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "extId": "id1",
         *       "email": "jo@example.com"
         *     }
         */
        'application/json': components['schemas']['UpdateEmailDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  updateMsisdn: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "extId": "id1",
         *       "msisdn": "+905321234567"
         *     }
         */
        'application/json': components['schemas']['UpdateMsisdnDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  updateNotificationDefinition: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "notificationKey": 1000,
         *       "title": "Order shipped",
         *       "message": "Your order @{order} is on its way",
         *       "platforms": [
         *         "IOS",
         *         "ANDROID"
         *       ],
         *       "click": {
         *         "deeplink": "shop://orders/@{order}"
         *       },
         *       "ios": {
         *         "mediaUrl": "https://shop.example/parcel.png"
         *       },
         *       "languages": {
         *         "tr": {
         *           "title": "Siparişiniz yolda",
         *           "text": "Siparişiniz @{order} yola çıktı"
         *         }
         *       }
         *     }
         */
        'application/json':
          | {
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
              /** @description Its fields may also stand beside it */
              message: components['schemas']['DefinitionDto'];
              /**
               * Format: int64
               * @description Key of the definition
               * @example 1000
               */
              notificationKey: number;
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
              platforms?: (
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
              /** @description The default text where `message` is left out */
              text?: string;
              /** @description Notifications of one thread are shown as a group (iOS, Android) */
              threadId?: string;
              /** @description Name of the definition; browsers and e-mails show it */
              title?: string;
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
            }
          | components['schemas']['ChangedDefinitionDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_2101_5003_5005_5006_5041_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  updateWhatsApp: {
    parameters: {
      query?: never;
      header?: {
        /** @description Names the request. A repeat within 24 hours gets the response of the first and changes nothing. Use a new, unguessable value for each request, for example a UUID */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "extId": "id1",
         *       "wpNumber": "+905321234567"
         *     }
         */
        'application/json': components['schemas']['UpdateWhatsAppDto'];
      };
    };
    responses: {
      /** @description Done; the body is empty */
      200: {
        headers: {
          'Idempotency-Replayed': components['headers']['Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Refused400_2004_2009_2020_6000'];
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      409: components['responses']['Refused409_2030'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['Refused422_2030'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
  verifyAuditLog: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Checks that no entry of the audit log was changed or is missing */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "isWhole": true,
           *       "first": 1,
           *       "last": 1,
           *       "head": "text",
           *       "faultAt": 1,
           *       "fault": "it was changed"
           *     }
           */
          'application/json': components['schemas']['AuditCheckDto'];
        };
      };
      401: components['responses']['Refused401_2010'];
      403: components['responses']['Refused403_2021_2022'];
      429: components['responses']['Refused429_2029'];
      503: components['responses']['Refused503_2031'];
    };
  };
}
