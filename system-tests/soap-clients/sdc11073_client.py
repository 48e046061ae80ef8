"""A device of Flotilla as sdc11073 sees it, and a target service of sdc11073.

look ADDRESS REFERENCE SCOPE: prints a line "case: ok" or "case: what was seen" for each case
serve ADDRESS REFERENCE NAMESPACE TYPE SCOPE: publishes a target service for 30 s
"""

import logging
import sys
import time
from urllib.parse import urlparse

from lxml import etree
from sdc11073.wsdiscovery import WSDiscovery
from sdc11073.xml_types import mex_types, wsd_types

RAFT = "http://di.uminho.pt/ws/2014/01/raft"
HOSTED = ["FlotillaClientService", "RAFT_Service", "RaftEvents"]
WAIT = 3


class Answers:
    """The endpoint references that answered one probe, as they came: without the peer's own filter."""

    def __init__(self, discovery):
        self.discovery = discovery
        self.seen = set()
        self.addresses = {}
        discovery.set_on_probe_matches_callback(self.take)
        discovery.set_remote_service_resolve_match_callback(lambda service: self.take([service]))

    def take(self, services):
        for service in services:
            self.seen.add(service.epr)
            self.addresses[service.epr] = list(service.x_addrs)

    def to_probe(self, name, scope):
        self.seen.clear()
        types = [etree.QName(RAFT, name)] if name else None
        scopes = wsd_types.ScopesType(scope) if scope else None
        self.discovery.search_services(types, scopes, timeout=WAIT, repeat_probe_interval=WAIT)
        return set(self.seen)

    def to_resolve(self, reference):
        self.seen.clear()
        self.discovery._send_resolve(reference)
        time.sleep(WAIT)
        return set(self.seen)


def say(case, is_so, what):
    print(f"{case}: {'ok' if is_so else what}", flush=True)


def metadata(address):
    """By the SOAP client and the types of sdc11073, which its consumers use too."""
    from sdc11073.definitions_sdc import SdcV1Definitions
    from sdc11073.pysoap.msgfactory import MessageFactory
    from sdc11073.pysoap.msgreader import MessageReader
    from sdc11073.pysoap.soapclient import SoapClient
    from sdc11073.xml_types.addressing_types import HeaderInformationBlock

    logger = logging.getLogger("look")
    reader = MessageReader(SdcV1Definitions, None, logger)
    factory = MessageFactory(SdcV1Definitions, None, logger=logger)
    url = urlparse(address)
    client = SoapClient(url.netloc, 5, logger, None, SdcV1Definitions, reader)
    transfer = SdcV1Definitions.data_model.ns_helper.WXF.namespace
    header = HeaderInformationBlock(action=f"{transfer}/Get", addr_to=address)
    message = factory.mk_soap_message_etree_payload(header, payload_element=None)
    answer = client.post_message_to(url.path, message, msg="getMetadata")
    return mex_types.Metadata.from_node(answer.p_msg.body_node)


def look(address, reference, scope):
    discovery = WSDiscovery(address)
    discovery.start()
    answers = Answers(discovery)
    say("type", reference in answers.to_probe("RAFT_Device", None), answers.seen)
    say("scope", reference in answers.to_probe(None, scope), answers.seen)
    say("not-type", reference not in answers.to_probe("Toaster", None), answers.seen)
    say("not-scope", reference not in answers.to_probe(None, scope + "-other"), answers.seen)
    say("resolve", reference in answers.to_resolve(reference), answers.seen)
    where = answers.addresses.get(reference, [])
    discovery.stop()
    if not where:
        say("metadata", False, "no address")
        return
    try:
        found = metadata(where[0])
        model = found.this_model.ModelName
        services = sorted(str(one.ServiceId) for one in found.relationship.Hosted)
        say("metadata", bool(model) and services == HOSTED, (model, services))
    except Exception as failure:  # whatever the peer's library throws is what was seen
        say("metadata", False, repr(failure))


def serve(address, reference, namespace, name, scope):
    discovery = WSDiscovery(address)
    discovery.start()
    discovery.publish_service(
        reference, [etree.QName(namespace, name)], wsd_types.ScopesType(scope), ["http://192.0.2.1/lamp"]
    )
    print("serving", flush=True)
    time.sleep(30)
    discovery.stop()


if sys.argv[1] == "look":
    look(*sys.argv[2:5])
else:
    serve(*sys.argv[2:7])
