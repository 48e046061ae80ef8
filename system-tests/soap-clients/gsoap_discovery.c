/* WS-Discovery 1.1 by gSOAP's plugin wsdd. `probe ADDRESS r:TYPE SCOPE` prints the endpoint references that answer;
   `resolve ADDRESS REFERENCE` the address that answers; `serve ADDRESS REFERENCE TYPE SCOPE` is a target service
   for 30 s. */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "soapH.h"
#include "wsddapi.h"

#define MULTICAST "soap.udp://239.255.255.250:3702"
#define PORT 3702

/* SOAP 1.2, and the namespaces of the types. */
SOAP_NMAC struct Namespace namespaces[] = {
    {"SOAP-ENV", "http://www.w3.org/2003/05/soap-envelope", NULL, NULL},
    {"SOAP-ENC", "http://www.w3.org/2003/05/soap-encoding", NULL, NULL},
    {"xsi", "http://www.w3.org/2001/XMLSchema-instance", NULL, NULL},
    {"xsd", "http://www.w3.org/2001/XMLSchema", NULL, NULL},
    {"chan", "http://schemas.microsoft.com/ws/2005/02/duplex", NULL, NULL},
    {"wsa5", "http://www.w3.org/2005/08/addressing", NULL, NULL},
    {"wsdd", "http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01", NULL, NULL},
    {"r", "http://di.uminho.pt/ws/2014/01/raft", NULL, NULL},
    {"l", "urn:test:lamps", NULL, NULL},
    {NULL, NULL, NULL, NULL}};

static const char *own_reference, *own_type, *own_scope, *own_address;
static char asked_by[64], asked_as[128];

static void printed(const char *reference, const char *addresses) {
  printf("%s %s\n", reference ? reference : "?", addresses ? addresses : "");
  fflush(stdout);
}

void wsdd_event_Hello(struct soap *soap, unsigned int instance, const char *sequence, unsigned int number, const char *id,
    const char *relates, const char *reference, const char *types, const char *scopes, const char *match, const char *addresses,
    unsigned int version) {}

void wsdd_event_Bye(struct soap *soap, unsigned int instance, const char *sequence, unsigned int number, const char *id,
    const char *relates, const char *reference, const char *types, const char *scopes, const char *match, const char *addresses,
    unsigned int *version) {}

soap_wsdd_mode wsdd_event_Probe(struct soap *soap, const char *id, const char *reply, const char *types, const char *scopes,
    const char *match, struct wsdd__ProbeMatchesType *matches) {
  char qualified[128];
  snprintf(qualified, sizeof qualified, "l:%s", own_type ? own_type : "");
  int is_type = !types || !*types || !strcmp(types, qualified);
  int is_scope = !scopes || !*scopes || (own_scope && !strcmp(scopes, own_scope));
  if (own_reference && is_type && is_scope) {
    /* The plugin leaves it to the program to send the answer. */
    snprintf(asked_by, sizeof asked_by, "soap.udp://%s:%d", inet_ntoa(soap->peer.in.sin_addr), ntohs(soap->peer.in.sin_port));
    snprintf(asked_as, sizeof asked_as, "%s", id);
  }
  return SOAP_WSDD_ADHOC;
}

void wsdd_event_ProbeMatches(struct soap *soap, unsigned int instance, const char *sequence, unsigned int number, const char *id,
    const char *relates, struct wsdd__ProbeMatchesType *matches) {
  int i;
  for (i = 0; i < matches->__sizeProbeMatch; i++) {
    printed(matches->ProbeMatch[i].wsa5__EndpointReference.Address, matches->ProbeMatch[i].XAddrs);
  }
}

soap_wsdd_mode wsdd_event_Resolve(struct soap *soap, const char *id, const char *reply, const char *reference,
    struct wsdd__ResolveMatchType *match) {
  return SOAP_WSDD_ADHOC;
}

void wsdd_event_ResolveMatches(struct soap *soap, unsigned int instance, const char *sequence, unsigned int number, const char *id,
    const char *relates, struct wsdd__ResolveMatchType *match) {
  if (match) printed(match->wsa5__EndpointReference.Address, match->XAddrs);
}

int SOAP_ENV__Fault(struct soap *soap, char *code, char *text, char *actor, struct SOAP_ENV__Detail *detail,
    struct SOAP_ENV__Code *soap_code, struct SOAP_ENV__Reason *reason, char *node, char *role, struct SOAP_ENV__Detail *more) {
  return SOAP_OK;
}

static struct soap *opened(const char *address, int port) {
  static struct in_addr nic;
  struct soap *soap = soap_new1(SOAP_IO_UDP | SOAP_XML_STRICT);
  struct ip_mreq group;
  soap->bind_flags = SO_REUSEADDR;
  nic.s_addr = inet_addr(address);
  soap->ipv4_multicast_if = (char *)&nic;
  soap_register_plugin(soap, soap_wsa);
  if (!soap_valid_socket(soap_bind(soap, NULL, port, 100))) {
    soap_print_fault(soap, stderr);
    return NULL;
  }
  if (port) {
    group.imr_multiaddr.s_addr = inet_addr("239.255.255.250");
    group.imr_interface = nic;
    if (setsockopt(soap->master, IPPROTO_IP, IP_ADD_MEMBERSHIP, &group, sizeof group)) return NULL;
  }
  return soap;
}

static void answer(const char *address) {
  static struct in_addr nic;
  struct soap *soap = soap_new1(SOAP_IO_UDP);
  struct wsdd__ProbeMatchesType matches;
  char types[128];
  nic.s_addr = inet_addr(address);
  soap_register_plugin(soap, soap_wsa);
  snprintf(types, sizeof types, "l:%s", own_type);
  soap_wsdd_init_ProbeMatches(soap, &matches);
  soap_wsdd_add_ProbeMatch(soap, &matches, own_reference, types, own_scope, NULL, own_address, 1);
  if (soap_wsdd_ProbeMatches(soap, asked_by, soap_wsa_rand_uuid(soap), asked_as, "http://www.w3.org/2005/08/addressing/anonymous",
          &matches)) {
    soap_print_fault(soap, stderr);
  }
  soap_destroy(soap);
  soap_end(soap);
  soap_free(soap);
  asked_by[0] = 0;
}

int main(int count, char **argument) {
  time_t end;
  struct soap *soap;
  if (count < 4) return 2;
  soap = opened(argument[2], strcmp(argument[1], "serve") ? 0 : PORT);
  if (!soap) return 1;
  if (!strcmp(argument[1], "probe")) {
    if (soap_wsdd_Probe(soap, SOAP_WSDD_ADHOC, SOAP_WSDD_TO_TS, MULTICAST, soap_wsa_rand_uuid(soap), NULL,
            *argument[3] ? argument[3] : NULL, *argument[4] ? argument[4] : NULL, NULL)) {
      soap_print_fault(soap, stderr);
      return 1;
    }
    end = time(NULL) + 3;
  } else if (!strcmp(argument[1], "resolve")) {
    if (soap_wsdd_Resolve(soap, SOAP_WSDD_ADHOC, SOAP_WSDD_TO_TS, MULTICAST, soap_wsa_rand_uuid(soap), NULL, argument[3])) {
      soap_print_fault(soap, stderr);
      return 1;
    }
    end = time(NULL) + 3;
  } else {
    own_reference = argument[3];
    own_type = argument[4];
    own_scope = argument[5];
    own_address = "http://192.0.2.1/lamp";
    end = time(NULL) + 30;
    printf("serving\n");
    fflush(stdout);
  }
  while (time(NULL) < end) {
    soap_wsdd_listen(soap, -200000);
    if (asked_by[0]) answer(argument[2]);
  }
  return 0;
}
