"""Actions that wildcards are expanded over: the common ones of common services, in lower case.

Names are those of the public AWS API. Add lines as detections need them.
"""

_BY_SERVICE = {
    'autoscaling': (
        'attachinstances createautoscalinggroup createorupdatetags deleteautoscalinggroup '
        'describeautoscalinggroups setdesiredcapacity updateautoscalinggroup'
    ),
    'cloudformation': (
        'createstack deletestack describestacks gettemplate liststacks setstackpolicy tagresource updatestack'
    ),
    'cloudtrail': (
        'addtags createtrail deletetrail describetrails gettrailstatus listtags lookupevents '
        'puteventselectors removetags startlogging stoplogging updatetrail'
    ),
    'cloudwatch': (
        'deletealarms describealarms disablealarmactions enablealarmactions getmetricdata getmetricstatistics '
        'listmetrics putmetricalarm putmetricdata tagresource'
    ),
    'config': (
        'deleteconfigurationrecorder describeconfigurationrecorders getresourceconfighistory '
        'listdiscoveredresources putconfigurationrecorder startconfigurationrecorder '
        'stopconfigurationrecorder tagresource'
    ),
    'dynamodb': (
        'batchgetitem batchwriteitem createtable deleteitem deletetable describetable getitem listtables '
        'putitem putresourcepolicy query scan tagresource updateitem updatetable'
    ),
    'ec2': (
        'acceptvpcpeeringconnection allocateaddress associateaddress associatedhcpoptions associateroutetable '
        'associatesubnetcidrblock associatevpccidrblock attachinternetgateway attachnetworkinterface '
        'attachvolume attachvpngateway authorizesecuritygroupegress authorizesecuritygroupingress copyimage '
        'copysnapshot createcustomergateway createdhcpoptions createflowlogs createimage '
        'createinternetgateway createkeypair createnatgateway createnetworkacl createnetworkaclentry '
        'createnetworkinterface createroute createroutetable createsecuritygroup createsnapshot createsubnet '
        'createtags createtransitgateway createvolume createvpc createvpcendpoint createvpcpeeringconnection '
        'createvpnconnection createvpngateway deletedhcpoptions deleteflowlogs deleteinternetgateway '
        'deletekeypair deletenatgateway deletenetworkacl deletenetworkaclentry deletenetworkinterface '
        'deleteroute deleteroutetable deletesecuritygroup deletesnapshot deletesubnet deletetags '
        'deletetransitgateway deletevolume deletevpc deletevpcendpoints deletevpcpeeringconnection '
        'deletevpnconnection deletevpngateway deregisterimage describeaddresses describeimages '
        'describeinstances describeinternetgateways describekeypairs describenetworkacls '
        'describenetworkinterfaces describeregions describeroutetables describesecuritygroups '
        'describesnapshots describesubnets describevolumes describevpcendpoints describevpcpeeringconnections '
        'describevpcs detachinternetgateway detachnetworkinterface detachvolume detachvpngateway '
        'disablevgwroutepropagation disassociateaddress disassociateroutetable enablevgwroutepropagation '
        'getconsoleoutput getpassworddata importkeypair modifyimageattribute modifyinstanceattribute '
        'modifynetworkinterfaceattribute modifysnapshotattribute modifysubnetattribute modifyvpcattribute '
        'modifyvpcendpoint monitorinstances rebootinstances releaseaddress replacenetworkaclassociation '
        'replacenetworkaclentry replaceroute replaceroutetableassociation requestspotinstances '
        'revokesecuritygroupegress revokesecuritygroupingress runinstances startinstances stopinstances '
        'terminateinstances unmonitorinstances updatesecuritygroupruledescriptionsingress'
    ),
    'ecr': (
        'batchgetimage createrepository deleterepository describerepositories getauthorizationtoken '
        'listimages putimage setrepositorypolicy tagresource'
    ),
    'eks': (
        'createcluster deletecluster describecluster listclusters tagresource updateclusterconfig'
    ),
    'elasticloadbalancing': (
        'addtags createlistener createloadbalancer deleteloadbalancer describeloadbalancers modifylistener '
        'setsecuritygroups'
    ),
    'guardduty': (
        'createdetector deletedetector getdetector listdetectors tagresource updatedetector'
    ),
    'iam': (
        'addroletoinstanceprofile addusertogroup attachgrouppolicy attachrolepolicy attachuserpolicy '
        'changepassword createaccesskey createaccountalias creategroup createinstanceprofile '
        'createloginprofile createopenidconnectprovider createpolicy createpolicyversion createrole '
        'createsamlprovider createservicelinkedrole createuser createvirtualmfadevice deactivatemfadevice '
        'deleteaccesskey deletegroup deletegrouppolicy deletepolicy deletepolicyversion deleterole '
        'deleterolepolicy deleteuser deleteuserpolicy detachgrouppolicy detachrolepolicy detachuserpolicy '
        'enablemfadevice generatecredentialreport getaccountauthorizationdetails getgroup getpolicy getrole '
        'getuser listaccesskeys listgroups listpolicies listroles listusers passrole putgrouppolicy '
        'putrolepolicy putuserpolicy removeuserfromgroup setdefaultpolicyversion simulateprincipalpolicy '
        'tagrole taguser untagrole untaguser updateaccesskey updateaccountpasswordpolicy '
        'updateassumerolepolicy updateloginprofile updateuser'
    ),
    'kms': (
        'cancelkeydeletion createalias creategrant createkey decrypt describekey disablekey '
        'disablekeyrotation enablekey enablekeyrotation encrypt generatedatakey getkeypolicy '
        'getkeyrotationstatus importkeymaterial listaliases listgrants listkeys putkeypolicy reencryptfrom '
        'reencryptto retiregrant revokegrant schedulekeydeletion sign tagresource untagresource verify'
    ),
    'lambda': (
        'addpermission createeventsourcemapping createfunction deletefunction getfunction getpolicy '
        'invokefunction listfunctions publishversion removepermission tagresource untagresource '
        'updatefunctioncode updatefunctionconfiguration'
    ),
    'logs': (
        'createloggroup createlogstream deleteloggroup deletelogstream describeloggroups filterlogevents '
        'getlogevents listtagsloggroup putlogevents putresourcepolicy putretentionpolicy tagloggroup'
    ),
    'organizations': (
        'accepthandshake attachpolicy createaccount createpolicy deletepolicy describeorganization '
        'detachpolicy inviteaccounttoorganization leaveorganization listaccounts moveaccount tagresource '
        'updatepolicy'
    ),
    'rds': (
        'addtagstoresource copydbsnapshot createdbinstance createdbsnapshot deletedbinstance '
        'describedbinstances listtagsforresource modifydbinstance modifydbsnapshotattribute rebootdbinstance '
        'removetagsfromresource restoredbinstancefromdbsnapshot'
    ),
    'route53': (
        'changeresourcerecordsets changetagsforresource createhostedzone deletehostedzone gethostedzone '
        'listhostedzones listresourcerecordsets'
    ),
    's3': (
        'abortmultipartupload createbucket deletebucket deletebucketpolicy deleteobject deleteobjecttagging '
        'deleteobjectversion getbucketacl getbucketlocation getbucketpolicy getobject getobjectacl '
        'getobjecttagging getobjectversion listallmybuckets listbucket listbucketversions putbucketacl '
        'putbucketlogging putbucketpolicy putbucketpublicaccessblock putbuckettagging putbucketversioning '
        'putencryptionconfiguration putlifecycleconfiguration putobject putobjectacl putobjecttagging '
        'putreplicationconfiguration restoreobject'
    ),
    'secretsmanager': (
        'createsecret deleteresourcepolicy deletesecret describesecret getresourcepolicy getsecretvalue '
        'listsecrets putresourcepolicy putsecretvalue rotatesecret tagresource updatesecret'
    ),
    'sns': (
        'addpermission createtopic deletetopic gettopicattributes listtopics publish removepermission '
        'settopicattributes subscribe tagresource unsubscribe'
    ),
    'sqs': (
        'addpermission createqueue deletemessage deletequeue getqueueattributes listqueues purgequeue '
        'receivemessage removepermission sendmessage setqueueattributes tagqueue'
    ),
    'ssm': (
        'addtagstoresource createdocument deleteparameter describeparameters getparameter getparameters '
        'listdocuments modifydocumentpermission putparameter sendcommand startsession'
    ),
    'sts': (
        'assumerole assumerolewithsaml assumerolewithwebidentity decodeauthorizationmessage getcalleridentity '
        'getfederationtoken getsessiontoken tagsession'
    ),
}

KNOWN_ACTIONS = frozenset(
    f'{service}:{name}' for service, names in _BY_SERVICE.items() for name in names.split()
)
